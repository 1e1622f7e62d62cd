import { anyOf } from './any-of.ts'

/** Abbreviations that are measures as well, like pt, only count in capitals. */
export const SHORT_ZONE = anyOf(
  '(?:utc|gmt)\\s?[+-]\\d{1,2}(?::?\\d{2})?',
  'utc|gmt|z|cet|cest|mez|mesz|eet|eest|bst|msk|ist|jst|kst|sgt|hkt|gst|sast|brt|aest|aedt|acst|awst|nzst|nzdt',
  'est|edt|cst|cdt|mst|mdt|pst|pdt|akst|akdt|hst|(?-i:[ECMP]T)'
)
const COUNTRY =
  '(?:the\\s+)?(?:us|usa|uk|eu|states|netherlands|philippines)|india|china|japan|germany|france|spain|italy|poland|ireland|israel|europe|california|texas'
const CITY = anyOf(
  'london|berlin|munich|hamburg|paris|madrid|barcelona|lisbon|rome|milan|vienna|zurich|amsterdam|brussels|dublin|copenhagen|oslo',
  'stockholm|helsinki|warsaw|prague|budapest|bucharest|athens|istanbul|kyiv|tel\\s+aviv|dubai|nairobi|lagos|cairo|cape\\s+town',
  'new\\s+york|nyc|boston|washington|atlanta|miami|chicago|austin|dallas|denver|seattle|portland|san\\s+francisco|sf|los\\s+angeles',
  'toronto|montreal|vancouver|mexico\\s+city|bogot[aá]|lima|santiago|buenos\\s+aires|s[aã]o\\s+paulo',
  'mumbai|delhi|bangalore|bengaluru|hyderabad|pune|chennai|karachi|singapore|bangkok|jakarta|manila|hanoi|hong\\s+kong|shanghai',
  'beijing|taipei|seoul|tokyo|perth|brisbane|sydney|melbourne|auckland'
)
export const PLACE = `(?:in\\s+)?${CITY}|in\\s+(?:${SHORT_ZONE}|${COUNTRY})`
export const ZONE = anyOf(
  SHORT_ZONE,
  '(?<=[:.]\\d{2}\\s?\\(?|m\\.?\\s?\\(?)[+-]\\d{1,2}(?::?\\d{2})?',
  '(?:eastern|central|mountain|pacific)(?:\\s+(?:standard|daylight))?(?:\\s+time)?|local',
  '(?!point)\\p{L}{1,20}(?:\\s+\\p{L}{1,20})?\\s+time',
  '(?:africa|america|asia|atlantic|australia|europe|indian|pacific|us|etc)/[a-z_]{2,30}',
  PLACE
)
/** Any other place, after what can be no line or column. */
export const ELSEWHERE = '[ap]\\.?m\\.?\\s+(?:in\\s+(?-i:\\p{Lu})\\p{L}{1,20}|(?:on\\s+)?the\\s+(?:east|west)\\s+coast)'

import { HOUR_WORD, NUMBER_WORD, UNIT_WORD } from './number-words.ts'

// The words that say when an instruction goes out. No two of their blanks may stand side by side: that takes time for long words.

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const WEEKDAY = `${WEEKDAYS.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun`
const PART = 'morning|afternoon|evening|night'

const anyOf = (...patterns: string[]) => `(?:${patterns.join('|')})`

/** The same, where nobody asks what was found. */
const unnamed = (pattern: string) => pattern.replaceAll(/\?<\w+>/g, '?:')

const NOW = '(?<now>right\\s+away|(?:right\\s+)?now)'
const IDLE =
  "(?:when|once|as\\s+soon\\s+as|after(?=\\s+(?:it|the)))\\s+(?<idle>(?:its\\s+|(?:it|the\\s+(?:job|agent))(?:['’]s|\\s+is)\\s+)?(?:idle|done|finished)|(?:it|the\\s+(?:job|agent))\\s+finishes)"

const UNIT = 'minutes?|mins?|m|hours?|hrs?|h|days?|(?-i:d)|weeks?|w'
const FRACTION = '(?:half|(?:a\\s+)?quarter\\s+of|three\\s+quarters\\s+of)\\s+an'
const MORE = `(?<andHalf>\\s+and\\s+a\\s+half)|(?:\\s+and)?\\s*(?<more>${NUMBER_WORD}|\\d{1,2})(?:\\s?(?:minutes?|mins?|m))?`
const SPAN = `(?:(?<count>\\d{1,4})\\s?|(?<count>${FRACTION}|an?|${NUMBER_WORD})\\s+)(?<unit>${UNIT})(?:${MORE})?`
const LATER = anyOf(`in\\s+${SPAN}(?:\\s+from\\s+now)?`, `${SPAN}\\s+from\\s+now`)

const TOMORROW = 'tomm?orr?ow|tmrw?'
const DAY = anyOf(
  '(?<today>today)',
  '(?<today>(?<part>tonight))',
  `(?:(?<today>this)|in\\s+the)\\s+(?<part>${PART})`,
  `(?:(?<tomorrow>${TOMORROW})|(?:on\\s+)?(?<weekday>${WEEKDAY}))(?:\\s+(?<part>${PART}))?`
)
const NAMED = '(?:(?:12|twelve)\\s+)?(?<named>noon|midday|midnight)'
const DIGITS = '[:.h](?<minute>\\d{2})'
const SPELT = `(?:(?:\\s+|[:-])(?<spelt>(?:oh?(?:-|\\s+))(?:${UNIT_WORD})|${NUMBER_WORD})|\\s(?<minute>\\d{2}))`
const SHIFT = `(?:(?<shift>half|(?:a\\s+)?quarter|(?:${NUMBER_WORD}|\\d{1,2})(?:\\s+min(?:ute)?s?)?)\\s+(?<sign>past|after|to|before)\\s+)?`
const HALF = '\\s?(?<half>[ap]\\.?m\\.?)'
const hourOfClock = (hour: string) =>
  `${SHIFT}(?:(?<hour>${HOUR_WORD}|${hour})(?:${SPELT}|(?:${DIGITS})?(?:\\s?h(?:rs|ours)?)?)|${NAMED})(?:\\s+o['’]?clock)?`
const HOUR = hourOfClock('\\d{1,2}')

const AT = `at\\s+(?:exactly\\s+)?${HOUR}(?:${HALF})?(?:\\s+sharp)?`
const ON_DAY = `(?:(?<tomorrow>${TOMORROW})|(?:on\\s+)?(?<weekday>${WEEKDAY}))`
const IN_PART = `(?:in\\s+the\\s+(?<part>${PART})|at\\s+(?<part>night))`
/** A time without “at” only if it can be nothing else. */
const BY_HALF = `${HOUR}${HALF}`
const BY_DAY = `(?:(?<hour>\\d{1,2})${DIGITS}|${NAMED})`
const CLOCK = anyOf(
  `(?:${DAY},?\\s+)?${AT}`,
  `${AT}\\s+${DAY}`,
  `(?:${ON_DAY},?\\s+)?${AT}\\s+${IN_PART}`,
  `${BY_HALF}\\s+${IN_PART}`,
  `${AT}\\s+${IN_PART}\\s+${ON_DAY}`,
  `(?:${DAY},?\\s+)?${BY_HALF}`,
  `${BY_HALF}\\s+${DAY}`,
  `${DAY},?\\s+${BY_DAY}`,
  `${BY_DAY}\\s+${DAY}`
)

const SURE_DAY = `${TOMORROW}|tonight|this\\s+(?:${PART})|next\\s+week|${WEEKDAYS.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri`
const ANY_DAY = `(?:today|${SURE_DAY}|(?:(?:on|next|this)\\s+)?(?:${WEEKDAY}))(?:\\s+(?:${PART}|noon))?`
const SURE_HOUR = '(?:[01]?\\d|2[0-3])[:.][0-5]\\d(?:\\s?[ap]\\.?m\\.?)?|\\d{1,2}\\s?[ap]\\.?m\\.?|noon|midday|midnight'
const ANY_HOUR = unnamed(`(?:${hourOfClock('(?:2[0-4]|[01]?\\d)')}(?:${HALF})?)`)
const NEAR = '(?:at|by|before|after|around|about)\\s+'

/** Abbreviations that are measures as well, like pt, only count in capitals. */
const ZONE = anyOf(
  '(?:utc|gmt)\\s?[+-]\\d{1,2}(?::?\\d{2})?',
  '(?<=[:.]\\d{2}\\s?\\(?|m\\.?\\s?\\(?)[+-]\\d{1,2}(?::?\\d{2})?',
  'utc|gmt|z|cet|cest|mez|mesz|eet|eest|bst|msk|ist|jst|kst|sgt|hkt|gst|sast|brt|aest|aedt|acst|awst|nzst|nzdt',
  'est|edt|cst|cdt|mst|mdt|pst|pdt|akst|akdt|hst|(?-i:[ECMP]T)',
  '(?:eastern|central|mountain|pacific)(?:\\s+(?:standard|daylight))?(?:\\s+time)?',
  '(?!point)\\p{L}{1,20}(?:\\s+\\p{L}{1,20})?\\s+time',
  '(?:africa|america|asia|atlantic|australia|europe|indian|pacific|us|etc)/[a-z_]{2,30}'
)
const ZONED = anyOf(
  `(?:${ANY_DAY},?\\s+)?(?:at\\s+${ANY_HOUR}|${SURE_HOUR})\\s?\\(?${ZONE}\\)?(?:\\s+${ANY_DAY})?`,
  `(?:at\\s+${ANY_HOUR}|${SURE_HOUR})\\s+${ANY_DAY}\\s+\\(?${ZONE}\\)?`
)

const VAGUE = `about|around|roughly|an?|few|couple|of|several|some|half|quarters?|and|hundred|${NUMBER_WORD}|\\d{1,4}(?:[.,]\\d{1,2})?`
const LONG_UNIT = `seconds?|secs?|s|${UNIT}|months?|years?`
const AMOUNT = `(?:(?:${VAGUE})\\s+){0,5}(?:(?:${VAGUE})\\s+|\\d{1,4}(?:[.,]\\d{1,2})?)(?:${LONG_UNIT})`
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const DATE = anyOf(
  `\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?:${MONTH})(?:,?\\s+20\\d{2})?`,
  `(?:${MONTH})\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+20\\d{2})?`,
  '\\d{4}-\\d{2}-\\d{2}',
  '(?:[0-2]?\\d|3[01])\\.(?:0?\\d|1[0-2])\\.(?:(?:20)?[2-9]\\d)?',
  '\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?',
  `the\\s+\\d{1,2}(?:st|nd|rd|th)(?:\\s+of\\s+(?:${MONTH}))?`
)

/** When, in other words than above. Nobody means at once by these, so they are no instruction either. */
const NO_HOUR = anyOf(
  `(?:by\\s+)?(?:${SURE_DAY}|(?:on|next|this)\\s+(?:${WEEKDAY}))(?:\\s+(?:${PART}|noon))?`,
  `(?:by\\s+)?${ANY_DAY},?\\s+(?:${NEAR})?${ANY_HOUR}`,
  `(?:${NEAR})?${ANY_HOUR}\\s+(?:${ANY_DAY}|in\\s+the\\s+(?:${PART}))`,
  '(?:[01]?\\d|2[0-3]):[0-5]\\d',
  `by\\s+${ANY_HOUR}`,
  `(?:before|after|around|about|not\\s+before|no\\s+(?:earlier|later)\\s+than)\\s+(?:${SURE_HOUR})`,
  `at\\s+(?:about|around|roughly|approx(?:imately)?|precisely|(?:the\\s+)?latest)\\s+${ANY_HOUR}`,
  `at\\s+${ANY_HOUR}(?:[\\s-]?ish|\\s+or\\s+so|\\s+at\\s+the\\s+latest|,?\\s+please)`,
  `@\\s?${ANY_HOUR}`,
  '(?:12|twelve)\\s+(?:noon|midday|midnight)',
  `at\\s+half\\s+(?:${HOUR_WORD}|\\d{1,2})`,
  'at\\s+(?:[01]\\d|2[0-3])[0-5]\\d(?:\\s?h(?:rs|ours)?)?',
  `(?:in|after)\\s+${AMOUNT}(?:(?:,|\\s+and)?\\s+${AMOUNT}|\\d{1,2}(?:${UNIT})|\\s+and\\s+(?:a|three)\\s+quarters?)?(?:['’]?s?\\s+time|\\s+or\\s+(?:so|two)|,?\\s+at\\s+${ANY_HOUR})?`,
  `${AMOUNT}\\s+from\\s+now`,
  'in\\s+(?:a\\s+(?:(?:little\\s+)?(?:bit|while)|moment|sec|fortnight|half-hour)|\\d{1,2}:[0-5]\\d\\s?h(?:ours)?|\\d{5,7}\\s?m(?:in(?:ute)?s?)?|the\\s+(?:morning|afternoon|evening))',
  `(?:on\\s+|(?:on\\s+)?(?:${WEEKDAY}),?\\s+)${DATE}(?:,?\\s+(?:at\\s+)?${ANY_HOUR})?`,
  `${DATE},?\\s+(?:at\\s+${ANY_HOUR}|(?:${SURE_HOUR}))`,
  `(?:at\\s+${ANY_HOUR}|(?:${SURE_HOUR})),?\\s+(?:on\\s+)?${DATE}`,
  `(?:${WEEKDAY})\\s+(?:${PART})`,
  `(?:${HOUR_WORD}|\\d{1,2})\\s+o['’]?clock`,
  '(?:1[3-9]|2[0-3])h(?:[0-5]\\d)?',
  `(?:the\\s+)?day\\s+after\\s+tomorrow(?:\\s+(?:at\\s+)?${ANY_HOUR})?`,
  `first\\s+thing(?:\\s+(?:${ANY_DAY}|in\\s+the\\s+morning))?`,
  '(?:(?:at|by|before)\\s+)?(?:the\\s+)?(?:end\\s+of\\s+(?:the\\s+)?(?:day|week)|eod|eow)',
  '(?:at|after|before)\\s+lunch(?:time)?',
  '(?:at|on|over|this)\\s+(?:the\\s+)?weekend|overnight',
  'later(?:\\s+(?:today|tonight|this\\s+week))?'
)

/** Nothing but these words, and a colon after them that begins no emoji: anything else is an instruction as it is. */
export const WHEN_WORDS = new RegExp(
  `^[\\s\\p{Cf}]*(?:${NOW}|${IDLE}|${LATER}|${CLOCK}|(?<zoned>${ZONED})|(?<noHour>${NO_HOUR}))(?::|\\s:(?![\\w+-]{1,50}:))(?!\\d)`,
  'iu'
)

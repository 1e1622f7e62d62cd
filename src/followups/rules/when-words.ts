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
  "(?:when|once|as\\s+soon\\s+as|after(?=\\s+(?:it|the)))\\s+(?:it['’]?s\\s+|(?:it|the\\s+job)\\s+is\\s+)?(?<idle>idle|done|finished)"

const UNIT = 'minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w'
const FRACTION = '(?:half|(?:a\\s+)?quarter\\s+of|three\\s+quarters\\s+of)\\s+an'
const MORE = `(?<andHalf>\\s+and\\s+a\\s+half)|(?:\\s+and)?\\s*(?<more>${NUMBER_WORD}|\\d{1,2})(?:\\s?(?:minutes?|mins?|m))?`
const SPAN = `(?:(?<count>\\d{1,4})\\s?|(?<count>${FRACTION}|an?|${NUMBER_WORD})\\s+)(?<unit>${UNIT})(?:${MORE})?`
const LATER = anyOf(`in\\s+${SPAN}`, `${SPAN}\\s+from\\s+now`)

const DAY = anyOf(
  'today',
  '(?<part>tonight)',
  `(?:this|in\\s+the)\\s+(?<part>${PART})`,
  `(?:(?<tomorrow>tomorrow)|(?:on\\s+)?(?<weekday>${WEEKDAY}))(?:\\s+(?<part>${PART}))?`
)
const NAMED = '(?<named>noon|midday|midnight)'
const DIGITS = '[:.h](?<minute>\\d{2})'
const SPELT = `(?:(?:\\s+|[:-])(?<spelt>(?:oh?(?:-|\\s+))(?:${UNIT_WORD})|${NUMBER_WORD})|\\s(?<minute>\\d{2}))`
const SHIFT = `(?:(?<shift>half|(?:a\\s+)?quarter|(?:${NUMBER_WORD}|\\d{1,2})(?:\\s+min(?:ute)?s?)?)\\s+(?<sign>past|after|to|before)\\s+)?`
const HALF = '\\s?(?<half>[ap]\\.?m\\.?)'
const hourOfClock = (hour: string) =>
  `${SHIFT}(?:(?<hour>${HOUR_WORD}|${hour})(?:${SPELT}|(?:${DIGITS})?(?:\\s?h(?:rs|ours)?)?)|${NAMED})(?:\\s+o['’]?clock)?`
const HOUR = hourOfClock('\\d{1,2}')

const AT = `at\\s+(?:exactly\\s+)?${HOUR}(?:${HALF})?(?:\\s+sharp)?`
/** A time without “at” only if it can be nothing else. */
const BY_HALF = `${HOUR}${HALF}`
const BY_DAY = `(?:(?<hour>\\d{1,2})${DIGITS}|${NAMED})`
const CLOCK = anyOf(
  `(?:${DAY},?\\s+)?${AT}`,
  `${AT}\\s+${DAY}`,
  `(?:${DAY},?\\s+)?${BY_HALF}`,
  `${BY_HALF}\\s+${DAY}`,
  `${DAY},?\\s+${BY_DAY}`,
  `${BY_DAY}\\s+${DAY}`
)

const SURE_DAY = `tomorrow|tonight|this\\s+(?:${PART})|next\\s+week|${WEEKDAYS.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri`
const ANY_DAY = `(?:today|${SURE_DAY}|(?:(?:on|next|this)\\s+)?(?:${WEEKDAY}))(?:\\s+(?:${PART}|noon))?`
const SURE_HOUR = '(?:[01]?\\d|2[0-3])[:.][0-5]\\d(?:\\s?[ap]\\.?m\\.?)?|\\d{1,2}\\s?[ap]\\.?m\\.?|noon|midday|midnight'
const ANY_HOUR = unnamed(`(?:${hourOfClock('(?:2[0-4]|[01]?\\d)')}(?:${HALF})?)`)
const NEAR = '(?:at|by|before|after|around|about)\\s+'

/** Abbreviations that are measures as well, like pt, only count in capitals. */
const ZONE = anyOf(
  '(?:utc|gmt)?\\s?[+-]\\d{1,2}(?::?\\d{2})?',
  'utc|gmt|z|cet|cest|mez|mesz|eet|eest|bst|msk|ist|jst|kst|sgt|hkt|gst|sast|brt|aest|aedt|acst|awst|nzst|nzdt',
  'est|edt|cst|cdt|mst|mdt|pst|pdt|akst|akdt|hst|(?-i:[ECMP]T)',
  '(?:eastern|central|mountain|pacific)(?:\\s+(?:standard|daylight))?(?:\\s+time)?',
  '\\p{L}{1,20}(?:\\s+\\p{L}{1,20})?\\s+time',
  '[a-z]{2,20}/[a-z_]{2,30}'
)
const ZONED = anyOf(
  `(?:${ANY_DAY},?\\s+)?(?:at\\s+${ANY_HOUR}|${SURE_HOUR})\\s?\\(?${ZONE}\\)?(?:\\s+${ANY_DAY})?`,
  `(?:at\\s+${ANY_HOUR}|${SURE_HOUR})\\s+${ANY_DAY}\\s+\\(?${ZONE}\\)?`
)

const VAGUE = `about|around|roughly|an?|few|couple|of|several|some|half|quarters?|and|${NUMBER_WORD}|\\d{1,4}(?:[.,]\\d{1,2})?`
const LONG_UNIT = `seconds?|secs?|s|${UNIT}|months?`
const AMOUNT = `(?:(?:${VAGUE})\\s+){0,5}(?:(?:${VAGUE})\\s+|\\d{1,4}(?:[.,]\\d{1,2})?)(?:${LONG_UNIT})`
const MONTH = 'jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec'
const DATE = anyOf(
  `\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?:${MONTH})[a-z]{0,7}`,
  `(?:${MONTH})[a-z]{0,7}\\s+\\d{1,2}(?:st|nd|rd|th)?`,
  '\\d{4}-\\d{2}-\\d{2}',
  '\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4})?',
  '\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?',
  'the\\s+\\d{1,2}(?:st|nd|rd|th)'
)

/** When, in other words than above. Nobody means at once by these, so they are no instruction either. */
const NO_HOUR = anyOf(
  `(?:by\\s+)?(?:${SURE_DAY}|(?:on|next|this)\\s+(?:${WEEKDAY}))(?:\\s+(?:${PART}|noon))?`,
  `(?:by\\s+)?${ANY_DAY},?\\s+(?:${NEAR})?${ANY_HOUR}`,
  `(?:${NEAR})?${ANY_HOUR}\\s+(?:${ANY_DAY}|in\\s+the\\s+(?:${PART}))`,
  '(?:[01]?\\d|2[0-3]):[0-5]\\d',
  `by\\s+${ANY_HOUR}`,
  `(?:before|after|around|about)\\s+(?:${SURE_HOUR})`,
  `at\\s+(?:about|around|roughly|approximately)\\s+${ANY_HOUR}`,
  `at\\s+${ANY_HOUR}[\\s-]?ish`,
  `at\\s+half\\s+(?:${HOUR_WORD}|\\d{1,2})`,
  'at\\s+(?:[01]\\d|2[0-3])[0-5]\\d(?:\\s?h(?:rs|ours)?)?',
  `(?:in|after)\\s+${AMOUNT}(?:(?:\\s+and)?\\s+${AMOUNT})?(?:['’]?s?\\s+time|\\s+or\\s+(?:so|two))?`,
  `${AMOUNT}\\s+from\\s+now`,
  'in\\s+(?:a\\s+(?:bit|while|moment|sec)|the\\s+(?:morning|afternoon|evening))',
  `on\\s+${DATE}(?:,?\\s+(?:at\\s+)?${ANY_HOUR})?`,
  `${DATE},?\\s+at\\s+${ANY_HOUR}`,
  `(?:the\\s+)?day\\s+after\\s+tomorrow(?:\\s+(?:at\\s+)?${ANY_HOUR})?`,
  `first\\s+thing(?:\\s+(?:${ANY_DAY}|in\\s+the\\s+morning))?`,
  '(?:(?:at|by|before)\\s+)?(?:the\\s+)?(?:end\\s+of\\s+(?:the\\s+)?(?:day|week)|eod|eow)',
  '(?:at|after|before)\\s+lunch(?:time)?',
  '(?:at|on|over|this)\\s+(?:the\\s+)?weekend|overnight',
  'later(?:\\s+(?:today|tonight|this\\s+week))?'
)

/** Nothing but these words, and a colon after them: anything else is an instruction as it is. */
export const WHEN_WORDS = new RegExp(
  `^[\\s\\p{Cf}]*(?:${NOW}|${IDLE}|${LATER}|${CLOCK}|(?<zoned>${ZONED})|(?<noHour>${NO_HOUR}))\\s?:(?!\\d)`,
  'iu'
)

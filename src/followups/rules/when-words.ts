import { anyOf } from './any-of.ts'
import { HOUR_WORD, NUMBER_WORD, UNIT_WORD } from './number-words.ts'
import { ELSEWHERE, PLACE, SHORT_ZONE, ZONE } from './zone-words.ts'

// The words that say when an instruction goes out. No two of their blanks may stand side by side: that takes time for long words.

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const WEEKDAY = `${WEEKDAYS.join('|')}|mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun`
const PART = 'morning|afternoon|evening|night'

/** The same, where nobody asks what was found. */
const unnamed = (pattern: string) => pattern.replaceAll(/\?<\w+>/g, '?:')

const NOW = '(?<now>right\\s+away|(?:right\\s+)?now)'
const WORKER = '(?:it|this|that|you|the\\s+(?:job|agent))'
const THIS = '(?:(?:this|it)\\s+)?'
const IDLE = `(?:(?:send\\s+${THIS})?(?:when|once|as\\s+soon\\s+as)|(?:wait|hold)\\s+${THIS}(?:un)?till?|after(?=\\s+${WORKER}))\\s+(?<idle>${anyOf(
  `(?:its\\s+|${WORKER}(?:['’](?:s|re)|\\s+(?:is|are|has|have))\\s+)?(?:idle|done|finished)`,
  `${WORKER}\\s+(?:(?:has|have)\\s+)?(?:finish(?:es)?|ends|ended)`
)})`

const UNIT = 'minutes?|mins?|m|hours?|hrs?|h|days?|(?-i:d)|weeks?|w'
const FRACTION = '(?:half|(?:a\\s+)?quarter\\s+of|three\\s+quarters\\s+of)\\s+an'
const MORE = `(?<andHalf>\\s+and\\s+a\\s+half)|(?:\\s+and)?\\s*(?<more>${NUMBER_WORD}|\\d{1,2})(?:\\s?(?:minutes?|mins?|m))?`
const SPAN = `(?:(?<count>\\d{1,4})\\s?|(?<count>${FRACTION}|an?|${NUMBER_WORD})\\s+)(?<unit>${UNIT})(?:${MORE})?`
const LATER = anyOf(`in\\s+${SPAN}(?:\\s+from\\s+now)?`, `${SPAN}\\s+from\\s+now`)

const TOMORROW = 'tomm?orr?ow|tmrw?|tmw'
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
const SURE_DOT = '(?:0\\d\\.[0-5]\\d|(?:[6-9]|1\\d|2[0-3])\\.(?:[03]0|[14]5))'
/** Most likely “in 2h” was meant. */
const FEW_HOURS = '[1-5]\\s?h(?:[0-5]\\d)?'
/** These may be a version, a range or how long something takes, unless a day or “pm” says otherwise. */
const NOT_IN_DOUBT = `(?!at\\s+(?:(?!${SURE_DOT})\\d{1,2}\\.\\d{2}|\\d{1,2}\\s+to\\s+\\d{1,2}(?:\\s?(?:hrs|hours))?|(?:${HOUR_WORD}|\\d{1,2})\\s?(?:hrs|hours)|${FEW_HOURS})(?:,?\\s+please)?\\s?:)`
const CLOCK =
  NOT_IN_DOUBT +
  anyOf(
    `(?:${DAY},?\\s+)?${AT}`,
    `${AT},?\\s+${DAY}`,
    `(?:${ON_DAY},?\\s+)?${AT}\\s+${IN_PART}`,
    `${BY_HALF}\\s+${IN_PART}`,
    `${AT}\\s+${IN_PART}\\s+${ON_DAY}`,
    `(?:${DAY},?\\s+)?${BY_HALF}`,
    `${BY_HALF}\\s+${DAY}`,
    `${DAY},?\\s+${BY_DAY}`,
    `${BY_DAY}\\s+${DAY}`
  )

const SURE_DAY = `${TOMORROW}|tonight|this\\s+(?:${PART})|next\\s+week|${WEEKDAYS.join('|')}|mon|tues?|weds?|thu(?:rs?)?|fri`
const ANY_DAY = `(?:today|${SURE_DAY}|(?:(?:on|next|this)\\s+)?(?:${WEEKDAY}))(?:\\s+(?:${PART}|noon))?`
const SURE_HOUR = '(?:[01]?\\d|2[0-3])[:.][0-5]\\d(?:\\s?[ap]\\.?m\\.?)?|\\d{1,2}\\s?[ap]\\.?m\\.?|noon|midday|midnight'
const ANY_HOUR = unnamed(`(?:${hourOfClock('(?:2[0-4]|[01]?\\d)')}(?:${HALF})?)`)
const NEAR = '(?:(?:at|by|before|after|around|about)\\s+|@\\s?)'
/** As 0930 or 930pm. */
const FOUR = '(?:(?:[01]\\d|2[0-3])[0-5]\\d(?:\\s?h(?:rs|ours)?)?|(?:0?[1-9]|1[0-2])[0-5]\\d\\s?[ap]\\.?m\\.?)'

const FIGURE = '(?:~\\s?)?\\d{1,4}(?:[.,]\\d{1,2})?(?:[-–]\\d{1,4})?'
const VAGUE = `about|around|roughly|an?|few|couple|of|several|some|another|half|quarters?|and|or|to|approx(?:imately|\\.)?|ca\\.?|hundred|${NUMBER_WORD}|${FIGURE}`
const LONG_UNIT = `seconds?|secs?|s|${UNIT}|months?|years?`
const AMOUNT = `(?:(?:${VAGUE})\\s+){0,5}(?:(?:${VAGUE})\\s+|${FIGURE})(?:${LONG_UNIT})`
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

const BY_CLOCK = `(?:(?:at\\s+|@\\s?)(?:exactly\\s+)?${ANY_HOUR}|${SURE_HOUR})`
const IN_ZONE = `(?:,?\\s?\\(?|\\s+)${ZONE}\\)?`
const ZONED = anyOf(
  `(?:${ANY_DAY},?\\s+)?${BY_CLOCK}${IN_ZONE}(?:\\s+${ANY_DAY})?`,
  `${BY_CLOCK}\\s+${ANY_DAY}${IN_ZONE}`,
  `(?:${ANY_DAY},?\\s+)?(?:at\\s+)?${FOUR}\\s?\\(?${SHORT_ZONE}\\)?`,
  `(?:${ANY_DAY},?\\s+)?at\\s+${FOUR}\\s+(?:${PLACE})`,
  `(?:on\\s+)?${DATE}(?:,?\\s+(?:at\\s+)?|t)(?:${SURE_HOUR})${IN_ZONE}`,
  `(?:${ANY_DAY},?\\s+)?(?:at\\s+)?\\d{1,2}(?:[:.]\\d{2})?\\s?${ELSEWHERE}`
)

const UNTIL = `(?:wait|hold)\\s+${THIS}(?:un)?till?\\s+`
const DAY_END = '(?:end\\s+of\\s+(?:the\\s+)?(?:day|week)|eod|eow|eob|cob)'

/** When, in other words than above. Nobody means at once by these, so they are no instruction either. */
const UNCLEAR = anyOf(
  `(?:by\\s+)?(?:${SURE_DAY}|(?:on|next|this)\\s+(?:${WEEKDAY}))(?:\\s+(?:${PART}|noon))?`,
  `(?:by\\s+)?${ANY_DAY},?\\s+(?:${NEAR})?(?:${ANY_HOUR}|${FOUR})(?:[\\s-]?ish)?`,
  `(?:${NEAR})?(?:${ANY_HOUR}|${FOUR})(?:[\\s-]?ish)?\\s+(?:${ANY_DAY}|in\\s+the\\s+(?:${PART}))`,
  `(?:${NEAR})?(?:${SURE_HOUR}|${HOUR_WORD}|\\d{1,2})[\\s-]?ish`,
  `(?:[01]?\\d|2[0-3]):[0-5]\\d|${SURE_DOT}`,
  `at\\s+(?:(?:[01]?\\d|2[0-3])\\.[0-5]\\d|(?:5|10|15|20|25)\\s+to\\s+\\d{1,2}|(?:${HOUR_WORD}|2[0-3]|[01]?\\d)\\s?(?:hrs|hours)|${FEW_HOURS})`,
  `by\\s+${ANY_HOUR}`,
  `(?:before|after|around|about|not\\s+before|no\\s+(?:earlier|later)\\s+than)\\s+(?:${SURE_HOUR})`,
  `at\\s+(?:about|around|roughly|approx(?:imately)?|precisely|(?:the\\s+)?latest)\\s+${ANY_HOUR}`,
  `at\\s+${ANY_HOUR}(?:[\\s-]?ish|\\s+(?:or\\s+(?:so|${ANY_HOUR})|at\\s+the\\s+latest))`,
  `@\\s?${ANY_HOUR}`,
  '(?:12|twelve)\\s+(?:noon|midday|midnight)',
  `at\\s+half\\s+(?:${HOUR_WORD}|\\d{1,2})`,
  `at\\s+${FOUR}|0\\d[0-5]\\d\\s?h(?:rs|ours)?|1?\\d[0-5]\\d\\s?[ap]\\.?m\\.?`,
  `(?:in|after)\\s+${AMOUNT}(?:(?:,|\\s+and)?\\s+${AMOUNT}|\\d{1,2}(?:${UNIT})|\\s+and\\s+(?:a|three)\\s+quarters?)?(?:['’]?s?\\s+time|\\s+or\\s+(?:so|two)|,?\\s+at\\s+${ANY_HOUR})?`,
  `(?:at\\s+)?${AMOUNT}\\s+from\\s+now`,
  `\\+\\s?\\d{1,3}\\s?(?:${UNIT})`,
  'in\\s+(?:a\\s+(?:(?:little\\s+)?(?:bit|while)|moment|sec|fortnight|half-hour)|\\d{1,2}:[0-5]\\d\\s?h(?:ours)?|\\d{5,7}\\s?m(?:in(?:ute)?s?)?|the\\s+(?:morning|afternoon|evening))',
  `(?:on\\s+|(?:on\\s+)?(?:${WEEKDAY}),?\\s+)${DATE}(?:,?\\s+(?:at\\s+)?${ANY_HOUR})?`,
  `${DATE}(?:,?\\s+at\\s+${ANY_HOUR}|(?:,?\\s+|t)(?:${SURE_HOUR}))`,
  `(?:at\\s+${ANY_HOUR}|(?:${SURE_HOUR})),?\\s+(?:on\\s+)?${DATE}`,
  `(?:${WEEKDAY})\\s+(?:${PART})`,
  `(?:${HOUR_WORD}|\\d{1,2})\\s+o['’]?clock`,
  '(?:1[3-9]|2[0-3])h(?:[0-5]\\d)?',
  `(?:the\\s+)?day\\s+after\\s+tomorrow(?:\\s+(?:at\\s+)?${ANY_HOUR})?`,
  `first\\s+thing(?:\\s+(?:${ANY_DAY}|in\\s+the\\s+morning))?|${ANY_DAY},?\\s+first\\s+thing`,
  `(?:early|late|later|some\\s?time)\\s+${ANY_DAY}`,
  `(?:on\\s+)?(?:(?:this\\s+)?coming\\s+(?:${WEEKDAY})|(?:${WEEKDAY})\\s+next\\s+week|next\\s+week\\s+(?:on\\s+)?(?:${WEEKDAY}))(?:,?\\s+(?:at\\s+)?${ANY_HOUR})?`,
  `(?:(?:at|by|before)\\s+)?(?:the\\s+)?${DAY_END}(?:\\s+${ANY_DAY})?|(?:by\\s+)?${ANY_DAY}\\s+${DAY_END}`,
  `(?:${ANY_DAY}\\s+)?(?:(?:at|after|before)\\s+lunch(?:time)?|(?:after|before)\\s+work)`,
  `(?:at|on|over|this)\\s+(?:the\\s+)?weekend(?:,?\\s+at\\s+${ANY_HOUR})?|over\\s?night`,
  'soon|later(?:\\s+(?:today|tonight|this\\s+week))?',
  `${UNTIL}${ANY_HOUR}`
)

const PLURAL = `(?:(?:${WEEKDAY})s|(?:week|work)days|weekends)`
const AND = '(?:,?\\s+(?:and|or|to|through|thru|until|till)\\s+|,\\s?|\\s?[-–/&+]\\s?)'
const DAYS = `(?:${WEEKDAY})s?(?:${AND}(?:${WEEKDAY})s?){1,6}`
const SOME_DAYS = `(?:(?:single|other|second|first|third|last)\\s+)?(?:(?:week|work|(?:working|business)\\s+)?days?|weekend|${PART}|${DAYS}|${WEEKDAY})(?:\\s+(?:${PART}))?`
const PACE = anyOf(
  `every\\s+(?:(?:other|few|couple\\s+of|half|${NUMBER_WORD}|\\d{1,3})\\s+)?(?:an?\\s+)?(?:minutes?|hours?|weeks?|months?)`,
  `every\\s+(?:(?:few|couple\\s+of|${NUMBER_WORD})\\s+|\\d{1,3}\\s?)(?:${UNIT})`,
  `(?:once|twice|(?:${NUMBER_WORD}|\\d{1,2})\\s+times)\\s+(?:an?|per|every)\\s+(?:hour|day|week|month)`
)
const OFTEN = '(?:hourly|daily|nightly|weekly|monthly)'
const AT_HOUR = `,?\\s+(?:${NEAR}(?:${ANY_HOUR}|${FOUR})|${SURE_HOUR}|${FOUR})(?:${IN_ZONE}|\\s+in\\s+the\\s+(?:${PART}))?`

/** More than once. A name of days, or “nightly”, alone may be what the instruction is about. */
const REPEATED = anyOf(
  `every\\s+${SOME_DAYS},?\\s+\\d{1,2}`,
  `(?:every\\s+${SOME_DAYS}|${PACE}|${OFTEN}\\s+on\\s+(?:${DAYS}|${WEEKDAY}|${PLURAL}))(?:${AT_HOUR})?`,
  `(?:each\\s+${SOME_DAYS}|${OFTEN}|(?:on\\s+)?(?:${PLURAL}|${DAYS}))${AT_HOUR}`,
  `(?:(?:at\\s+|@\\s?)(?:${ANY_HOUR}|${FOUR})|${SURE_HOUR})(?:${IN_ZONE})?,?\\s+(?:(?:every|each)\\s+${SOME_DAYS}|${PACE}|${OFTEN}|(?:on\\s+)?(?:${PLURAL}|${DAYS}))`
)

const ASKED = anyOf(
  'please\\s+',
  'scheduled?(?:\\s+(?:this|it))?\\s+for\\s+',
  'send(?:\\s+(?:this|it))?\\s+(?=at|in|on|every|to|tmr|later)',
  UNTIL
)

/** Nothing but these words, and a colon after them that begins no emoji: anything else is an instruction as it is. */
export const WHEN_WORDS = new RegExp(
  `^[\\s\\p{Cf}]*${ASKED}?(?:${NOW}|${IDLE}|${LATER}|${CLOCK}|(?<zoned>${ZONED})|(?<unclear>${UNCLEAR})|(?<repeated>${REPEATED}))(?:,?\\s+(?:please|sharp|on\\s+the\\s+dot))?(?::|\\s:(?![\\w+-]{1,50}:))(?!\\d)`,
  'iu'
)

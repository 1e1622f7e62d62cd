import { describe, expect, it } from 'vitest'
import { WHEN_WORDS } from '../../../src/followups/rules/when-words.ts'
import { processorMs } from '../../support/processor-ms.ts'
import { saidInParis } from '../said-in-paris.ts'

describe('what would be sent at once with words that name a time, or wait by a guess, is asked about', () => {
  it.each([
    'at 9am in London:',
    'at 9 in London:',
    'at 9am London:',
    'at 9am (London):',
    'at 9am, London time:',
    'at 9:30 in New York:',
    'tomorrow at 9 in Berlin:',
    'at 9 tomorrow in London:',
    'at 9am in the US:',
    'at 9am in Ljubljana:',
    'at 9am on the West Coast:',
    '9am in SF:',
    'at 9 in UTC:',
    'at 9am local:',
    'at 0900 UTC:',
    'at 0900Z:',
    '1800 CET:',
    'at 0900 in Tokyo:',
    '@ 9am CET:',
    '2026-11-24 09:00Z:',
    '2026-11-24T09:00+01:00:',
    'on Nov 24 at 9am PST:'
  ])('%j by its zone', words => {
    expect(saidInParis(`${words} run it`)).toEqual({ problem: 'time zone' })
  })

  it.each([
    'every monday at 9:',
    'every monday:',
    'every monday 9:',
    'every day at 9 in London:',
    'weekdays 9:30:',
    'every monday and thursday at 9:',
    'each monday at 9:',
    'on mondays at 9:',
    'mondays 9am:',
    'mon-fri at 9:',
    'mon, wed, fri at 9:',
    'monday to friday at 9:',
    'every day:',
    'every day at 9:',
    'every day at 9 UTC:',
    'every day at 0900:',
    'every single day at 9:',
    'every other day:',
    'Every  Weekday at 9:',
    'every morning:',
    'every night at 2am:',
    'every friday night:',
    'every friday at 9 in the evening:',
    'every first monday at 9:',
    'every minute:',
    'every hour:',
    'every 2 hours:',
    'every two hours:',
    'every 30 min:',
    'every week:',
    'every few hours:',
    'daily at 9:',
    'daily @ 9:',
    'nightly at 2:',
    'weekly on monday:',
    'weekly on monday at 9:',
    'weekdays at 9:',
    'on weekends at noon:',
    'at 9 every day:',
    'at 9am every monday:',
    '9am every day:',
    'at 9 daily:',
    '9:00 daily:',
    'at 9 on weekdays:',
    'at 9 on mondays:',
    'once a day:',
    'twice a week:',
    'please every monday at 9:',
    'send every day at 9:'
  ])('%j, as nothing is sent more than once', words => {
    expect(saidInParis(`${words} run it`)).toEqual({ problem: 'repeated' })
  })

  it.each([
    'wait until 9:',
    'hold it till nine:',
    'at 9 or 10:',
    'soon:',
    '9.30:',
    '18.00:',
    '07.05:',
    'at 1.20:',
    'at 3.12:',
    'at 22.04:',
    'at 5 to 10:',
    'at 10 to 20:',
    'at 2 hours:',
    'at two hours:',
    'at 18 hrs:',
    'at 2 hours from now:',
    'at 0900:',
    'at 0900 hours:',
    '0900 hrs:',
    'tomorrow 0900:',
    'tomorrow at 0900:',
    'at 0900 tomorrow:',
    'at 930pm:',
    '930pm:',
    'tomorrow @ 9:',
    '@9am tomorrow:',
    '9ish:',
    'around 9ish:',
    'tomorrow 9ish:',
    'at 9ish tomorrow:',
    'at half past nine-ish:',
    'at 9 o’clock ish:',
    'at 18h30-ish:',
    'at 1.20, please:',
    'please at 5 to 10 please:',
    'at 2 hours please:',
    'in 10-15 minutes:',
    'in 2 to 3 hours:',
    'in 2 or 3 hours:',
    'in ~10 min:',
    'in approx. 2h:',
    'in another hour:',
    '+2h:',
    '+30 min:',
    'by cob:',
    'eod tomorrow:',
    'friday eod:',
    'tomorrow first thing:',
    'early tomorrow:',
    'late next week:',
    'sometime tomorrow:',
    'later tomorrow:',
    'monday next week at 9:',
    'next week on monday:',
    'coming monday at 9:',
    'tomorrow after lunch:',
    'after work:',
    'this weekend at 9:',
    'over night:',
    'on weds:',
    '2026-11-24T09:00:',
    'wait until tomorrow:',
    'hold until 18:00:',
    'schedule for friday:',
    'send later today:'
  ])('%j', words => {
    expect(saidInParis(`${words} run it`)).toEqual({ problem: 'unclear' })
  })
})

describe('what can be nothing else is understood', () => {
  it.each([
    ['at 9.30', 'at 9:30'],
    ['at 14.15', 'at 14:15'],
    ['at 01.20', 'at 1:20'],
    ['at 1.20 am', 'at 1:20 am'],
    ['today at 18.05', 'today at 18:05'],
    ['tomorrow at 1.20', 'tomorrow at 1:20'],
    ['at 5 to 10 pm', 'at 9:55 pm'],
    ['tomorrow at 5 to 10', 'tomorrow at 9:55'],
    ['at 5 min to 10', 'at 9:55'],
    ['at five to ten', 'at 9:55'],
    ['at 18:00 hours', 'at 18:00'],
    ['at 9, please', 'at 9'],
    ['please at 9', 'at 9'],
    ['tomorrow at 9 please', 'tomorrow at 9'],
    ['9am sharp', '9am'],
    ['at 9 on the dot', 'at 9'],
    ['tmw at 9', 'tomorrow at 9'],
    ['weds at 9', 'wed at 9'],
    ['schedule for tomorrow at 9', 'tomorrow at 9'],
    ['scheduled for 9am', '9am'],
    ['send this at 9', 'at 9'],
    ['wait until 9am', '9am'],
    ['when you’re done', 'when idle'],
    ['once that’s done', 'when idle'],
    ['after this is finished', 'when idle'],
    ['when the job has ended', 'when idle'],
    ['when you finish', 'when idle']
  ])('%j like %j', (words, same) => {
    const said = saidInParis(`${words}: run it`)
    expect(said).toEqual(saidInParis(`${same}: run it`))
    expect(said).toHaveProperty('wait')
  })
})

it.each([
  ...['at 9am in', 'at 9 tomorrow in', 'at 9am on the', 'at 0900', '0900', 'at 9am New', '2026-11-24'],
  ...[
    'every',
    'every monday',
    'every monday at',
    'every monday and',
    'every first',
    'each day at 9',
    'every 2',
    'daily'
  ],
  ...[
    'daily at',
    'mon,',
    'mondays',
    'at 9 every',
    'at 9 on',
    'weekly on',
    'once',
    'at 9 in the morning every',
    'once a'
  ],
  ...['at 5 to', 'at 5', 'at 1.20', 'at 2 hours', 'tomorrow first', 'early', 'tomorrow @', 'monday next', 'in 2 to'],
  ...[
    'please',
    'please at 9',
    'at 9,',
    'at 9 on the',
    'schedule for',
    'send this',
    'wait until',
    'when you are',
    '9 ',
    '+'
  ]
])('reads however many blanks after “%s” in no time', words => {
  const long = ['x', 'at x', 'and x', '9 x', 'monday x'].map(end => `${words}${' '.repeat(30_000)}${end}`)
  const search = () => long.map(each => WHEN_WORDS.exec(each))
  expect(processorMs(search)).toBeLessThan(1_000)
  expect(search()).toEqual(long.map(() => null))
})

it.each(['every ', 'monday, ', 'mon-', 'please ', 'in ', 'at 9 ', '0900 '])(
  'reads however many “%s” in no time',
  word => {
    const long = ['', 'every ', 'at 9 on '].map(first => first + word.repeat(40_000))
    expect(processorMs(() => long.map(each => WHEN_WORDS.exec(each)))).toBeLessThan(1_000)
  }
)

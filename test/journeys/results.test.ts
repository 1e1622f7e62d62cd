import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { asRead, asShown } from '../support/as-shown.ts'
import { type Journey, startJourney, startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const PULL = 'https://github.com/acme/docs/pull/12'
const NEXT = 'https://github.com/acme/docs/pull/13'
const REVIEW = 'https://review.example/c/77'
const LINK = `pull request #12 (${PULL})`
const NEXT_LINK = `pull request #13 (${NEXT})`
const REVIEW_LINK = `pull request on review.example (${REVIEW})`
const LEFT = 'Reply in this thread to try something else.'
const SAME = { pullRequest: 'same', keepsOldLink: true } as const

/** How a job ends, the state on its card, what its result says after the job, and the link that both have. */
const RESULTS: [job: Partial<NewJob>, state: string, result: string, link?: string][] = [
  [{ life: { pullRequest: PULL } }, '✅ ready for review', `finished: ${LINK} is ready.`, LINK],
  [{ prLink: PULL, life: SAME }, '✅ ready for review', `finished, still on ${LINK}.`, LINK],
  [{ prLink: PULL, life: { pullRequest: NEXT } }, '✅ ready for review', `finished, now on ${NEXT_LINK}.`, NEXT_LINK],
  [{ life: { pullRequest: PULL, linkLateMs: 30_000 } }, '✅ ready for review', `finished: ${LINK} is ready.`, LINK],
  [{ life: { pullRequest: false } }, '✅ finished', 'finished, no pull request.'],
  [{ life: { ends: 'failed' } }, '❌ failed', `failed. ${LEFT}`],
  [{ life: { ends: 'failed', pullRequest: PULL } }, '❌ failed', `failed. It left ${LINK}. ${LEFT}`, LINK],
  [{ life: { ends: 'archived' } }, '🔕 archived', 'was archived. It left no pull request.'],
  [{ life: { ends: 'archived', pullRequest: PULL } }, '🔕 archived', `was archived. Its ${LINK} stays.`, LINK],
  [{ life: { pullRequest: REVIEW } }, '✅ ready for review', `finished: ${REVIEW_LINK} is ready.`, REVIEW_LINK]
]

it('is reported once, in the thread and in the channel, on the card and in the result, however a job ends', async () => {
  const { slack, channel, job, type, advance, thread, posts } = await startJourney()
  const about = { repository: 'https://github.com/acme/docs.git', ref: 'agent/quickstart', model: 'large-1' }
  for (const [at, [ends]] of RESULTS.entries()) {
    job(`job_${at}`, { ...about, ...ends })
    await type(`job_${at} add examples`)
  }
  await advance(180_000)
  for (const [at, [, stateWords, words, link]] of RESULTS.entries()) {
    const [sign = '', ...state] = stateWords.split(' ')
    const result = `@Ana, *job_${at}* ${words}`
    const view = link && `[View ${link.replace(/ \((.+)\)$/, ' → $1')}]`
    const again = sign === '❌' ? '[Try again] [Send follow-up]' : undefined
    const foot = 'took 20 s · acme/docs on `agent/quickstart`'
    const [card, ...told] = slack.messages(channel).filter(({ text }) => text.includes(`*job_${at}*`))
    const shown = [result, '>add examples', [again, view].filter(Boolean).join(' '), `— ${foot}`].filter(Boolean)
    expect(thread(card?.ts)).toEqual([`bot, also in #docs: ${shown.join('\n')}`])
    // After a failure the next follow-up comes first.
    const buttons = sign === '✅' ? [view, '[Send follow-up]'] : ['[Send follow-up]', view]
    expect(asShown(card ?? { text: '' })).toBe(
      [
        [`${sign} *job_${at}*`, state.join(' '), link].filter(Boolean).join(' · '),
        '>add examples',
        '— acme/docs on `agent/quickstart` · large-1 · @Ana · took 20 s · replies here go to the agent',
        buttons.filter(Boolean).join(' ')
      ].join('\n')
    )
    // Notifications and screen readers get the link too.
    expect(told.map(({ text }) => asRead(text))).toEqual([`${result}\n>add examples\n${foot}`])
  }
  expect(posts()).toBe(RESULTS.length)
})

const done = (words: string, by = '@Ana') => `bot, also in #docs: ${by}, *job_8f2* ${words}`
const NOT_STARTED = 'bot: Sent. *job_8f2* hasn’t started on it yet.'
const STARTED = 'bot: Sent. *job_8f2* started on it later.'
const STILL = done(`finished, still on ${LINK}.`)
const NOW = done(`finished, now on ${NEXT_LINK}.`)
const READY = done(`finished: ${NEXT_LINK} is ready.`)
const NONE = done('finished, no pull request.')
const LATE = { startsLateMs: 150_000, worksMs: MINUTE }

type Step = [untilMs: number, lines: string[], card?: string, then?: (journey: Journey) => unknown]
type Story = [what: string, life: NewJob['life'], job: Partial<NewJob>, ...steps: Step[]]

/** Ana sends to a job that had finished with a link, or as said: what its thread shows until when, by the first lines. */
const STORIES: Story[] = [
  [
    'whose record lags behind: its old result is not the new one',
    { staleMs: 40_000, worksMs: MINUTE, pullRequest: NEXT },
    {},
    [39_000, [], '· working'],
    [59_000, []],
    [89_000, [NOW]]
  ],
  [
    'with a new link, even if the work was never seen',
    { staleMs: 6_000, worksMs: 1_000, pullRequest: NEXT },
    {},
    [5_500, []],
    [25_500, [NOW]]
  ],
  [
    'whose answer to the send says that it works, once two looks ten seconds apart agree on the end',
    { worksMs: 1_000, ...SAME },
    {},
    [14_000, []],
    [18_000, [STILL]]
  ],
  ['of three seconds, within 20, even if its link is unchanged', { worksMs: 3_000, ...SAME }, {}, [20_000, [STILL]]],
  ['into whose run the send went', { worksMs: 3_000, ...SAME }, { status: 'active' }, [20_000, [STILL]]],
  [
    'of three seconds without a pull request, within 20, and for none later',
    { worksMs: 3_000, pullRequest: false },
    { prLink: null },
    [20_000, [NONE]]
  ],
  [
    'archived, which is no earlier completed, at once',
    { worksMs: 2_000, ends: 'archived', keepsOldLink: true },
    {},
    [6_000, [done(`was archived. Its ${LINK} stays.`)]]
  ],
  [
    'whose link comes late, and says that it is waiting',
    { worksMs: 10_000, pullRequest: NEXT, linkLateMs: 40_000 },
    { prLink: null },
    [25_000, [], '· finished, waiting for the pull request'],
    [105_000, [READY]]
  ],
  [
    'whose link comes minutes later, in its result and on the card',
    { worksMs: MINUTE, pullRequest: NEXT, linkLateMs: 5 * MINUTE },
    { prLink: null },
    [90_000, [NONE]],
    [8 * MINUTE, [READY], '[View pull request #13']
  ],
  [
    'which works again while it waits for a link',
    { worksMs: 10_000, pullRequest: false },
    { prLink: null },
    [21_000, [], 'waiting for the pull request', ({ agent }) => agent.setJob('job_8f2', { status: 'active' })],
    [51_000, [], '· working', ({ agent }) => agent.finish('job_8f2', { prLink: NEXT })],
    [111_000, [READY]]
  ],
  [
    'that starts late, after saying that it has not started',
    { ...LATE, pullRequest: NEXT },
    {},
    [149_000, [NOT_STARTED], '· sent, not started'],
    [189_000, [NOT_STARTED], '· working'],
    [310_000, [STARTED, NOW], '· ready for review']
  ],
  ['that starts late without a link', { ...LATE, pullRequest: false }, { prLink: null }, [300_000, [STARTED, NONE]]],
  [
    'that starts late and fails',
    { ...LATE, ends: 'failed' },
    { prLink: null },
    [300_000, [STARTED, done(`failed. ${LEFT}`)]]
  ],
  [
    'that has not started within half an hour, which ends the watch',
    { startsLateMs: 40 * MINUTE, worksMs: MINUTE, pullRequest: NEXT },
    {},
    [31 * MINUTE, [NOT_STARTED]],
    [
      32 * MINUTE,
      ['bot: Sent. *job_8f2* hasn’t started on it, so I’ve stopped looking. Reply with what to do.'],
      '· no longer watched'
    ]
  ],
  [
    'of two follow-ups in a row, each with a result of its own',
    { worksMs: 10_000, pullRequest: NEXT },
    {},
    [
      30_000,
      [NOW],
      undefined,
      async ({ agent, reply, runDue }) => {
        agent.setJob('job_8f2', { life: { staleMs: 30_000, worksMs: 40_000, pullRequest: PULL } })
        await reply('shorten it')
        await runDue()
      }
    ],
    [59_000, [NOW, 'Ben: shorten it 📨']],
    [120_000, [NOW, 'Ben: shorten it ✅', done(`finished, now on ${LINK}.`, '@Ben')]]
  ]
]

it.each(STORIES)('tells what becomes of a job %s', async (_, life, job, ...steps) => {
  const journey = await startWatching({}, { status: 'completed', prLink: PULL, ...job, life })
  const { advance, lines, card, looks } = journey
  let passed = 0
  for (const [untilMs, shown, onCard = '', then] of steps) {
    await advance(untilMs - passed)
    passed = untilMs
    expect([untilMs, lines(), card()]).toEqual([untilMs, shown, expect.stringContaining(onCard)])
    await then?.(journey)
  }
  const last = lines()
  await advance(13 * MINUTE)
  const seen = looks()
  await advance(20 * MINUTE)
  // And then nobody looks any more.
  expect([lines(), looks()]).toEqual([last, seen])
})

it('tells everybody the result that one person’s status request finds', async () => {
  const { agent, ben, advance, command, runDue, thread } = await startWatching()
  await advance(MINUTE)
  agent.finish('job_8f2', { prLink: PULL })
  expect(await command('status job_8f2', { by: ben })).toContain('*job_8f2*: *finished*')
  await runDue()
  expect(thread()).toEqual([expect.stringContaining(`@Ana, *job_8f2* finished: ${LINK} is ready.`)])
})

it('marks the reply with its outcome, and quotes two lines of what a result answers', async () => {
  const { agent, advance, tell, thread } = await startWatching({}, { life: { worksMs: 3_000, pullRequest: PULL } })
  await advance(MINUTE)
  const outcomes = [
    ['completed', '✅'],
    ['failed', '❌'],
    ['archived', '🔕']
  ] as const
  for (const [ends] of outcomes) {
    agent.setJob('job_8f2', { life: { worksMs: 10_000, ends, pullRequest: PULL } })
    await tell(`end as ${ends}\nkeep the title\nand the date`)
    await advance(MINUTE)
  }
  const said = '\nkeep the title\nand the date'
  expect(thread().filter(line => line.startsWith('Ben'))).toEqual(
    outcomes.map(([ends, sign]) => `Ben: end as ${ends}${said} ${sign}`)
  )
  expect(thread().at(-1)).toContain('\n>end as archived\n>keep the title …\n')
})

it.each([
  ['what is new', undefined, 'completed', 2, ': pull request #12'],
  ['what is new, and failures', undefined, 'failed', 3, '*job_8f2* failed'],
  ['all results', 'all', 'completed', 5, 'finished, still on'],
  ['no results', 'none', 'completed', 1, '· ready for review']
] as const)('tells the channel of %s, where it chose %s', async (_, results, last, messages, words) => {
  const { slack, agent, ana, channel, choose, tell, advance, thread } = await startWatching()
  if (results) await choose(ana, { results })
  agent.finish('job_8f2', { prLink: PULL })
  await advance(MINUTE)
  for (const ends of ['completed', 'completed', last] as const) {
    agent.setJob('job_8f2', { life: { worksMs: 5_000, ends, pullRequest: 'same' } })
    await tell('shorten it')
    await advance(MINUTE)
  }
  /** What a reader of the channel sees who opens no thread. */
  const seen = slack
    .messages(channel)
    .filter(({ ts, thread_ts, subtype }) => (thread_ts ?? ts) === ts || subtype === 'thread_broadcast')
  const shown = seen.map(asShown)
  expect([shown.length, shown.at(-1), thread().length]).toEqual([messages, expect.stringContaining(words), 7])
})

it('says on the card and in the status how long work usually takes, once five have ended in the repository', async () => {
  const job = { repository: 'acme/docs', life: { worksMs: 6 * MINUTE, pullRequest: PULL } }
  const { command, tell, type, advance, card } = await startWithJob({}, job)
  for (const words of ['add examples', 'shorten them', 'add a title', 'add a summary', 'fix the links']) {
    await (words === 'add examples' ? type(`job_8f2 ${words}`) : tell(words))
    expect(card()).not.toContain('usually')
    await advance(8 * MINUTE)
  }
  await tell('check the spelling')
  expect(card()).toMatch(/^⏳ \*job_8f2\* · working\n[\s\S]*· usually about 6 min here/)
  const status = '*job_8f2*: *working* · acme/docs on `main` · usually about 6 min here'
  expect(await command('status job_8f2')).toContain(status)
  await advance(8 * MINUTE)
  expect([card(), await command('status job_8f2')].join()).not.toContain('usually')
})

it('tells a result, and goes on, whatever a link may be that no index holds', async () => {
  const { agent, tell, advance, later, marks, thread } = await startWatching()
  await advance(6_000)
  agent.finish('job_8f2', { prLink: `https://example.com/${randomBytes(3_000).toString('hex')}` })
  const ts = await tell('go on')
  await advance(60_000)
  expect(thread().find(line => line.includes('finished'))).toContain('@Ana, *job_8f2* finished.\n')
  expect([later(), marks(ts)]).toEqual([['go on'], '📨'])
})

/** Between two looks: nobody sees it at work again. */
async function failAndComplete({ agent, advance }: Journey) {
  agent.failJob('job_8f2')
  await advance(MINUTE)
  agent.setJob('job_8f2', { status: 'active' })
  agent.finish('job_8f2', { prLink: NEXT })
  await advance(2 * MINUTE)
}

it('tells a job that failed and then completed on its own as finished', async () => {
  const journey = await startWatching()
  const { press, advance, ben, direct, thread, card } = journey
  await press('tell-me', { by: ben })
  await advance(MINUTE)
  await failAndComplete(journey)
  expect(direct(ben).join()).toContain('finished: ')
  expect([thread().at(-1), card()]).toEqual([
    expect.stringContaining(`*job_8f2* finished again: ${NEXT_LINK} is ready.`),
    expect.stringMatching(/^✅ \*job_8f2\* · ready for review/)
  ])
})

it('says of a job that is gone after all that it started late', async () => {
  const life = { startsLateMs: 150_000, ends: 'never' } as const
  const { agent, advance, thread, card } = await startWatching({}, { status: 'completed', prLink: PULL, life })
  await advance(4 * MINUTE)
  expect(card()).toContain('· working')
  agent.fail('read', { status: 404, times: 'until cleared' })
  await advance(3 * MINUTE)
  expect(thread()[0]).toMatch(/^bot: Sent\. \*job_8f2\* started on it later\./)
})

it('leaves the result of another follow-up of a failed run as it was when the job completes after all', async () => {
  const journey = await startWatching()
  const { advance, tell, thread } = journey
  await tell('also this')
  await advance(MINUTE)
  await failAndComplete(journey)
  expect(thread().filter(line => line.includes(NEXT_LINK))).toEqual([
    expect.stringContaining(`*job_8f2* finished again: ${NEXT_LINK} is ready.`)
  ])
})

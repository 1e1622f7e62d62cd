import { expect, it } from 'vitest'
import { type JourneyOptions, startJourney, startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const link = (number: number) => `https://github.com/acme/docs/pull/${number}`
const LINK = `pull request #12 (${link(12)})`
const VIEW = `[View pull request #12 → ${link(12)}]`
const JOB = { repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }
const ABOUT = 'acme/docs on `agent/quickstart`'
const start = (options: JourneyOptions = {}) => startWatching(options, JOB)

it('says the outcome first, then the words, then who, where and how long', async () => {
  const { agent, advance, card } = await start()
  await advance(30_000)
  expect(card()).toBe(
    `⏳ *job_8f2* · working\n>add examples\n— ${ABOUT} · @Ana · since 14:00 · replies here go to the agent\n[🔔 Tell me]`
  )
  agent.finish('job_8f2', { prLink: link(12) })
  await advance(30_000)
  expect(card()).toBe(
    `✅ *job_8f2* · ready for review · ${LINK}\n>add examples\n— ${ABOUT} · @Ana · took 36 s · replies here go to the agent\n${VIEW} [Send follow-up]`
  )
})

it('keeps its title, and lists what the job was told last; an earlier link stays in the small line', async () => {
  const { agent, tell, advance, card } = await start({ hourlyLimit: 1 })
  await advance(10_000)
  agent.finish('job_8f2', { prLink: link(12) })
  await advance(30_000)
  await tell('shorten the second one')
  expect(card()).toBe(
    `⏸ *job_8f2* · held\n>add examples\n— ⏸ “shorten the second one” · @Ben · 2026-11-20 14:00\n— ${ABOUT} · 2026-11-20 14:00 · ${LINK} · 2 follow-ups · replies here go to the agent\n— This hour’s follow-ups are used up. I’ll send it at about 15:00.\n[Cancel]`
  )
})

it('asks for a decision before anything else, and says apart what the job does', async () => {
  const { agent, type, reply, press, advance, card } = await startWithJob({}, JOB)
  agent.fail('send', { kind: 'reset after processing' })
  await type('job_8f2 add examples')
  await reply('shorten it')
  await advance(10_000)
  expect(card().split('\n')).toEqual([
    '⚠️ *job_8f2* · needs you: maybe delivered',
    'The job itself is working.',
    '>add examples',
    '— ⏳ “shorten it” · @Ben · 2026-11-20 14:00',
    `— ${ABOUT} · since 14:00 · 2 follow-ups · replies here go to the agent`,
    '— The connection broke before the agent answered. Send it again only if it’s safe to do twice.',
    '[Send again] [Leave it] [🔔 Tell me]'
  ])
  await press('leave-it')
  await advance(1_000)
  expect(card()).toContain('⏳ *job_8f2* · working\n>add examples\n— ⏳ “shorten it” · @Ben')
})

it('offers the next follow-up first after a failure, and shows nothing in green', async () => {
  const life = { worksMs: 20_000, ends: 'failed', pullRequest: link(12) } as const
  const { slack, channel, advance, card, cardTs } = await startWatching({}, { ...JOB, life })
  await advance(MINUTE)
  expect(card()).toContain(`❌ *job_8f2* · failed · ${LINK}`)
  expect(card().split('\n').at(-1)).toBe(`[Send follow-up] ${VIEW}`)
  expect(JSON.stringify(slack.message(channel, cardTs())?.blocks)).not.toContain('primary')
})

it('quotes the first words there are, and says that there is more', async () => {
  const { type, card } = await startWithJob({}, JOB)
  await type('job_8f2 ```\n\nnpm test must pass\nnpm run check as well\nand more\n```')
  expect(card()).toContain('>npm test must pass\n>npm run check as well …')
})

it('is not edited while Slack takes no edits, and each is in the end', async () => {
  const { slack, agent, channel, job, command, advance } = await startJourney()
  const jobs = Array.from({ length: 6 }, (_, at) => `job_${at}`)
  for (const id of jobs) {
    job(id)
    await command(`${id} add examples`)
  }
  await advance(MINUTE)
  const edits = () => slack.calls('chat.update').length
  const before = edits()
  for (const id of jobs) agent.finish(id)
  slack.fail('chat.update', { status: 429, retryAfterS: 60 })
  for (let seconds = 0; edits() === before && seconds < 60; seconds++) await advance(1_000)
  const refused = edits()
  await advance(50_000)
  expect(edits()).toBe(refused)
  await advance(20_000)
  const cards = slack.messages(channel).filter(({ text }) => /^✅ \*job_\d\* · ready for review/u.test(text))
  expect(cards).toHaveLength(jobs.length)
})

it('keeps the link of the pull request beside its title when a later run fails without one', async () => {
  const { agent, advance, reply, card } = await startWatching()
  agent.finish('job_8f2', { prLink: 'https://github.com/example/shop/pull/7' })
  await advance(60_000)
  await reply('go on')
  await advance(5_000)
  agent.failJob('job_8f2')
  await advance(60_000)
  expect(card()).toMatch(/^❌ \*job_8f2\* · failed[\s\S]*pull request #7/)
})

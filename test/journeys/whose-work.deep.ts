import { expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { TransientError } from '../../src/errors.ts'
import { startWatching, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const MINUTE = 60_000
const pull = (number: number) => `https://github.com/acme/docs/pull/${number}`
/** The link of what the job did before, and of what it does now. */
const [OLD, NEW] = [pull(1), pull(2)]

/** Ana's follow-up has reached job_8f2, which had finished before. */
const startOn = (job: Partial<NewJob>) => startWatching({}, { status: 'completed', prLink: OLD, ...job })

it('names what was sent while the job was working in the result of that run, and the next run by what was sent last', async () => {
  const journey = await startOn({
    life: { worksMs: MINUTE, pullRequest: NEW, whileActive: 'queue', startsLateMs: 15_000 }
  })
  await journey.advance(30_000)
  journey.agent.setJob('job_8f2', {
    life: { worksMs: MINUTE, pullRequest: pull(3), whileActive: 'queue', startsLateMs: 40_000 }
  })
  await journey.reply('shorten it')
  await journey.advance(80_000)
  const first = `bot, also in #docs: @Ana @Ben, *job_8f2* finished, now on pull request #2 (${NEW}).`
  expect(journey.lines()).toEqual(['Ben: shorten it ✅', first])
  expect(journey.thread()[1]).toContain('\n>add examples\n— Sent while it was working, by @Ben:\n>shorten it\n')
  await journey.advance(30_000)
  expect(journey.lines()[0]).toBe('Ben: shorten it 📨')
  expect(journey.card()).toContain('*job_8f2* · working')
  await journey.advance(90_000)
  expect(journey.lines()).toEqual([
    'Ben: shorten it ✅',
    first,
    `bot, also in #docs: @Ben, *job_8f2* finished again, now on pull request #3 (${pull(3)}).`
  ])
  // That it was told twice is kept.
  expect(journey.thread()[1]).toContain('— Sent while it was working, by @Ben:\n>shorten it\n')
})

it.each(['merge', 'restart'] as const)('gives two quick messages one result, the next its own (%s)', async how => {
  const life = { worksMs: MINUTE, whileActive: how }
  const journey = await startOn({ life: { ...life, pullRequest: NEW } })
  await journey.advance(20_000)
  await journey.reply('shorten it')
  await journey.advance(100_000)
  journey.agent.setJob('job_8f2', { life: { ...life, pullRequest: pull(3) } })
  await journey.reply('fix the title', { by: journey.ana })
  await journey.advance(5 * MINUTE)
  expect(journey.lines()).toEqual([
    'Ben: shorten it ✅',
    `bot, also in #docs: @Ana @Ben, *job_8f2* finished, now on pull request #2 (${NEW}).`,
    'Ana: fix the title ✅',
    `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #3 (${pull(3)}).`
  ])
})

it('keeps a follow-up in doubt, with Send again, when the work that ended was another’s', async () => {
  const journey = await startOn({ life: { worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(10_000)
  journey.agent.fail('send', { kind: 'reset before read' })
  await journey.reply('shorten it')
  await journey.advance(2 * MINUTE)
  expect(journey.lines()).toEqual([
    'Ben: shorten it ⚠️',
    'bot: @Ben, maybe delivered: the connection broke before the agent answered. I’m watching *job_8f2* for a sign of it. Send it again only if it’s safe to do twice.',
    `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  ])
  expect(journey.thread()[1]).toContain('[Send again] [Leave it]')
  await journey.advance(12 * MINUTE)
  expect(journey.lines()[0]).toBe('Ben: shorten it ⚠️')
  expect(journey.thread()[1]).toContain('[Send again]')
})

/** On request, the sender dies before it has stored the answer: for 20 s nobody knows. */
function dyingSender() {
  const sender = { dies: false }
  const wrap = around('agent', 'sendMessage', send => async (...asked) => {
    const answer = await send(...asked)
    if (!sender.dies) return answer
    sender.dies = false
    throw new TransientError('killed')
  })
  return { sender, wrap }
}

it('leaves a follow-up in doubt when the work may be that of a second one still being sent', async () => {
  const { sender, wrap } = dyingSender()
  const job = { status: 'completed', prLink: OLD, life: { worksMs: 3_000, pullRequest: NEW } }
  const journey = await startWithJob({ wrap }, job)
  journey.agent.fail('send', { kind: 'reset before read' })
  await journey.command('job_8f2 add examples')
  await journey.advance(1_000)
  sender.dies = true
  await journey.reply('shorten it')
  await journey.advance(3 * MINUTE)
  expect(journey.lines().join('\n')).not.toContain('@Ana, *job_8f2* finished')
  expect(journey.thread().find(line => line.includes('>add examples'))).toContain('[Send again]')
})

it('keeps the link of a second one still being sent out of the first one’s result', async () => {
  const { sender, wrap } = dyingSender()
  const life = { worksMs: 20_000, pullRequest: false }
  const journey = await startWithJob({ wrap }, { status: 'completed', prLink: null, life })
  await journey.command('job_8f2 look for typos')
  await journey.advance(48_000)
  const [result] = journey.lines()
  expect(result).toContain('@Ana, *job_8f2* finished, no pull request.')
  journey.agent.setJob('job_8f2', { life: { worksMs: 3_000, pullRequest: NEW } })
  sender.dies = true
  await journey.reply('mend them')
  await journey.advance(15_000)
  expect(journey.lines()).toContain(result)
  await journey.advance(3 * MINUTE)
  expect(journey.lines()).toContain(result)
})

it('tells how a run ended, though the job works again before Slack takes that', async () => {
  const { slack, agent, advance, thread } = await startWatching()
  await advance(5_000)
  slack.fail('chat.postMessage', { error: 'ratelimited', retryAfterS: 120, times: 1 })
  agent.finish('job_8f2', { prLink: null })
  await advance(45_000)
  agent.setJob('job_8f2', { status: 'active' })
  await advance(200_000)
  expect(thread()).toEqual([expect.stringContaining('*job_8f2* finished, no pull request.')])
  agent.finish('job_8f2')
  await advance(120_000)
  expect(thread()).toEqual([
    expect.stringContaining('*job_8f2* finished, no pull request.'),
    expect.stringContaining('*job_8f2* finished again: pull request #1 ')
  ])
})

it.each([
  ['the agent service allows no reading', { status: 429, retryAfter: '40' } as const, ': pull request #2'],
  // Also in the look before the card.
  ['the record has no status', { kind: 'missing status', times: 2 } as const, ', now on pull request #2']
])('reports a run that was seen after the send if %s just before it', async (_, fault, words) => {
  const job = { status: 'completed', prLink: OLD, life: { worksMs: 20_000, pullRequest: NEW } }
  const journey = await startWithJob({}, job)
  journey.agent.fail('read', fault)
  await journey.command('job_8f2 add examples')
  await journey.advance(5 * MINUTE)
  expect(journey.lines()).toEqual([expect.stringContaining(`bot, also in #docs: @Ana, *job_8f2* finished${words}`)])
})

it('waits for work of its own if it could not read the job before', async () => {
  const life = { staleMs: 60_000, worksMs: 80_000 }
  const { agent, command, runDue, advance, lines } = await startWithJob({}, { status: 'completed', prLink: OLD, life })
  agent.fail('read', { status: 429, retryAfter: '5' })
  await command('job_8f2 add examples')
  await runDue()
  await advance(59_000)
  expect(lines()).toEqual([])
  await advance(15_000)
  agent.finish('job_8f2', { prLink: NEW })
  await advance(MINUTE)
  // The old link was not known at the send, so the bot does not call this one new.
  expect(lines()).toEqual([`bot, also in #docs: @Ana, *job_8f2* finished: pull request #2 (${NEW}) is ready.`])
})

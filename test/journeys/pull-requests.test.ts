import { expect, it } from 'vitest'
import type { StandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { asShown } from '../support/as-shown.ts'
import { PULL, startWithGithub } from '../support/github.ts'
import { useSettings } from '../support/settings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LINK = `pull request #12 (${PULL})`
const VIEW = `[View pull request #12 → ${PULL}]`
const RESULT = (...since: string[]) =>
  [
    `bot, also in #docs: @Ana, *job_8f2* finished: ${LINK} is ready.`,
    '>add examples',
    VIEW,
    `— ${[...since, 'took 20 s', 'acme/docs on `agent/quickstart`'].join(' · ')}`
  ].join('\n')
const HEADLINE = (...since: string[]) => ['✅ *job_8f2*', 'finished', LINK, ...since].join(' · ')
const FAILED = `bot: @Ana, the checks of ${LINK} failed. Reply here to tell the agent what to do.`

const headline = (card: string) => card.split('\n')[0]

it('shows on the result and on the card that the pull request was merged, and then looks no more', async () => {
  const { slack, channel, finish, change, advance, thread, card, asked } = await startWithGithub()
  await finish()
  expect([thread(), headline(card())]).toEqual([[RESULT()], HEADLINE()])
  await change({ state: 'merged' })
  expect([thread(), headline(card())]).toEqual([[RESULT('*Merged*')], HEADLINE('merged')])
  expect(slack.messages(channel)).toHaveLength(2)
  const before = asked()
  await advance(2 * HOUR)
  expect(asked()).toBe(before)
})

it('says once in the thread that the checks failed, and there what came of it', async () => {
  const { finish, change, thread, card } = await startWithGithub()
  await finish()
  await change({ checks: 'running' })
  expect(thread()).toEqual([RESULT()])
  await change({ checks: 'failed' })
  expect([thread(), headline(card())]).toEqual([[RESULT('*Checks failed*'), FAILED], HEADLINE('checks failed')])
  await change({ checks: 'running' })
  expect(thread()).toEqual([RESULT(), `bot: The checks of ${LINK} failed, and are running again.`])
  await change({ checks: 'passed' })
  expect(thread()).toEqual([RESULT(), `bot: The checks of ${LINK} failed at first, and pass now.`])
  await change({ checks: 'failed' })
  expect(thread()).toEqual([RESULT('*Checks failed*'), FAILED])
  await change({ state: 'merged' })
  expect(thread()).toEqual([RESULT('*Merged*'), `bot: The checks of ${LINK} failed before it was merged.`])
})

it('offers the quick follow-ups where it says that the checks failed, and no longer once it is merged', async () => {
  const journey = useSettings(await startWithGithub())
  const { slack, agent, channel, ana, ben, finish, change, press, find, runDue, thread, open, choose } = journey
  await open(ana)
  await choose(ana, { quick: 'Fix the tests: The tests fail. Find out why and fix them.' })
  await finish()
  await change({ checks: 'failed' })
  expect(thread().at(-1)).toBe(`${FAILED}\n[Fix the tests]`)
  await press('quick-1', { on: find('Reply here to tell the agent'), by: ben })
  await runDue()
  expect(agent.sends().at(-1)?.prompt).toBe('The tests fail. Find out why and fix them.')
  expect(thread()[0]).toMatch(/\[Fix the tests\]\n(?:.*\n)*— Sent \*Fix the tests\* · @Ben 14:02$/)
  await change({ state: 'merged' })
  expect(JSON.stringify(slack.messages(channel))).not.toContain('"quick-1"')
})

it('shows a review that was asked for, and a pull request that was closed and reopened, without another message', async () => {
  const { slack, channel, finish, change, advance, thread, card } = await startWithGithub()
  await finish()
  await change({ isReviewAsked: true })
  expect([thread(), headline(card())]).toEqual([[RESULT('*Review requested*')], HEADLINE('review requested')])
  await change({ state: 'closed', isReviewAsked: false })
  expect([thread(), headline(card())]).toEqual([
    [RESULT('*Closed without merging*')],
    HEADLINE('closed without merging')
  ])
  await change({ state: 'open' })
  await advance(HOUR)
  expect([thread(), headline(card())]).toEqual([[RESULT()], HEADLINE()])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('shows it wherever the pull request was told, and asks once for all of them', async () => {
  const { slack, agent, ben, channel, github, command, advance, change, finish, thread } = await startWithGithub()
  const other = slack.addChannel({ id: 'C0CORE', name: 'core', members: [ben] }).id
  await finish()
  agent.setJob('job_8f2', { life: { pullRequest: 'same' } })
  await command('job_8f2 shorten them', { by: ben, channel: other })
  await advance(MINUTE)
  const paths = () => github.requests().filter(({ path }) => path.includes('/pulls/')).length
  const before = paths()
  await advance(5 * MINUTE)
  expect(paths() - before).toBe(5)
  await change({ checks: 'failed' })
  const shown = slack.messages(other).map(({ text }) => text)
  expect(thread()).toEqual([RESULT('*Checks failed*')])
  expect(shown).toEqual([
    expect.stringContaining('· checks failed'),
    expect.stringContaining('*Checks failed*'),
    expect.stringContaining('<@U0BEN>, the checks of')
  ])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('looks anew once a further instruction has changed the pull request', async () => {
  const { agent, finish, change, reply, runDue, advance, thread, card } = await startWithGithub()
  await finish()
  await change({ checks: 'failed' })
  agent.setJob('job_8f2', { life: { pullRequest: 'same' } })
  await reply('fix the checks')
  await runDue()
  // What was known of the checks is about earlier work.
  while (!card().includes('finished')) await advance(1_000)
  expect(headline(card())).toBe(HEADLINE())
  await advance(20_000)
  expect(headline(card())).toBe(HEADLINE('checks failed'))
  await change({ checks: 'passed' })
  const [first, told, , second] = thread()
  expect(first).toBe(RESULT())
  expect(told).toBe(`bot: The checks of ${LINK} failed at first, and pass now.`)
  expect(second).toContain('finished, still on')
})

it('says nothing in a closed thread', async () => {
  const { slack, channel, finish, change, advance, cardTs, asked } = await startWithGithub()
  await finish()
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(MINUTE)
  const before = [slack.messages(channel).map(({ text }) => text), slack.calls().length]
  const looks = asked()
  await change({ checks: 'failed' })
  expect(asked()).toBeGreaterThan(looks)
  expect([slack.messages(channel).map(({ text }) => text), slack.calls().length]).toEqual(before)
})

it('names nobody who muted the thread when the checks fail', async () => {
  const { ana, finish, reply, runDue, change, thread } = await startWithGithub()
  await finish()
  await reply('mute', { by: ana })
  await runDue()
  await change({ checks: 'failed' })
  expect(thread().at(-1)).toBe(`bot: The checks of ${LINK} failed. Reply here to tell the agent what to do.`)
})

it('shows it in the home of whoever asked', async () => {
  const { slack, ana, finish, change, runDue } = await startWithGithub()
  await finish()
  await slack.openHome({ user: ana })
  await runDue()
  expect(asShown({ text: '', blocks: slack.homeOf(ana)?.blocks })).toContain(`finished · ${LINK} · took`)
  await change({ state: 'merged' })
  expect(asShown({ text: '', blocks: slack.homeOf(ana)?.blocks })).toContain(`finished · ${LINK} · merged · took`)
})

it('asks nobody without a token, and goes on when there is one again', async () => {
  const { finish, advance, thread, asked } = await startWithGithub({ env: { GITHUB_TOKEN: '' } })
  await finish()
  await advance(10 * MINUTE)
  expect([asked(), thread()]).toEqual([0, [RESULT()]])

  const other = await startWithGithub()
  await other.finish()
  await other.restart({ GITHUB_TOKEN: '' })
  const before = other.asked()
  await other.advance(10 * MINUTE)
  expect(other.asked()).toBe(before)
  other.github.setPullRequest(PULL, { state: 'merged' })
  await other.restart()
  await other.upkeep()
  await other.advance(MINUTE)
  expect(other.thread()).toEqual([RESULT('*Merged*')])
})

type Trouble = { why: string; fault?: Parameters<StandInGithub['fail']>[0] }

const TROUBLES = Object.entries<Trouble>({
  'does not answer': { why: 'ECONNREFUSED' },
  'refuses the token': { why: 'it refuses GITHUB_TOKEN', fault: { status: 401 } },
  'knows no such pull request': { why: 'it answered 404', fault: { status: 404 } },
  'sends garbage': { why: 'its answer could not be read', fault: { status: 200, body: '<html>' } }
})

it.each(TROUBLES)('leaves the result as it is when GitHub %s, logs it once, and goes on later', async (_, trouble) => {
  const { github, finish, advance, thread, log, asked } = await startWithGithub()
  await finish()
  if (trouble.fault) github.fail({ ...trouble.fault, times: 'until cleared' })
  else await github.refuseConnections()
  github.setPullRequest(PULL, { state: 'merged' })
  const before = asked()
  await advance(30 * MINUTE)
  expect(thread()).toEqual([RESULT()])
  expect(asked() - before).toBeLessThan(20)
  expect(log.filter(({ why }) => why === trouble.why)).toHaveLength(1)
  github.clearFaults()
  await github.acceptConnections()
  await advance(20 * MINUTE)
  expect(thread()).toEqual([RESULT('*Merged*')])
})

it('waits until the host allows more when its limit is used up', async () => {
  const { github, finish, advance, asked } = await startWithGithub()
  await finish()
  const reset = String(Math.ceil(Date.UTC(2026, 10, 20, 14, 41) / 1_000))
  github.fail({
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '5000', 'x-ratelimit-reset': reset },
    body: '{"message":"API rate limit exceeded"}'
  })
  await advance(2 * MINUTE)
  const before = asked()
  await advance(36 * MINUTE)
  expect(asked()).toBe(before)
  await advance(5 * MINUTE)
  expect(asked()).toBeGreaterThan(before)
})

it('pays little for looking again: what has not changed is not sent again', async () => {
  const { github, finish, advance } = await startWithGithub()
  await finish()
  await advance(3 * MINUTE)
  const before = github.requests().length
  await advance(5 * MINUTE)
  const since = github.requests().slice(before)
  expect(since.length).toBeGreaterThan(10)
  expect(since.every(({ status, isConditional }) => status === 304 && isConditional)).toBe(true)
})

it('looks at nothing that is no pull request there', async () => {
  const { agent, command, advance, asked } = await startWithGithub()
  for (const [at, link] of ['https://github.com.evil.example/acme/docs/pull/1', `${PULL}/files`].entries()) {
    agent.addJob({ id: `job_${at}`, life: { pullRequest: link } })
    await command(`job_${at} go on`)
  }
  await advance(10 * MINUTE)
  expect(asked()).toBe(0)
})

import { expect, it } from 'vitest'
import { HEADLINE, headlineOf, LINK, RESULT, startWithGithub } from '../support/github.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PULL = 'https://github.com/acme/docs/pull/12'
const NEXT = 'https://github.com/acme/docs/pull/13'

const FAILED = `bot: @Ana, the checks of ${LINK} failed. Reply in this thread to tell the agent what to do.\n[Send follow-up]`

it('shows on the result and on the card that the pull request was merged, and then looks no more', async () => {
  const { slack, channel, finish, change, advance, thread, card, asked } = await startWithGithub()
  await finish()
  expect([thread(), headlineOf(card())]).toEqual([[RESULT()], HEADLINE()])
  await change({ state: 'merged' })
  expect([thread(), headlineOf(card())]).toEqual([[RESULT('*Merged*')], HEADLINE('merged')])
  // It is the card's title from the first look on.
  expect(card().split('\n').slice(1, 3)).toEqual([
    '*Error handling in the quickstart* · +120 −8 in 4 files',
    '— ✅ “add examples” · @Ana · 2026-11-20 14:00'
  ])
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
  expect(thread()).toEqual([RESULT('*Checks failed: test*'), FAILED])
  expect(headlineOf(card())).toBe(HEADLINE('checks failed: test'))
  await change({ checks: 'running' })
  expect(thread()).toEqual([RESULT(), `bot: The checks of ${LINK} failed earlier.`])
  await change({ checks: 'passed' })
  expect(thread()).toEqual([RESULT(), `bot: The checks of ${LINK} failed earlier.`])
  await change({ checks: 'failed' })
  expect(thread()).toEqual([RESULT('*Checks failed: test*'), FAILED])
  await change({ state: 'merged' })
  expect(thread()).toEqual([RESULT('*Merged*'), `bot: The checks of ${LINK} failed earlier.`])
})

it('shows a review that was asked for, and a pull request that was closed and reopened, without another message', async () => {
  const { slack, channel, finish, change, advance, thread, card } = await startWithGithub()
  await finish()
  await change({ isReviewAsked: true })
  expect([thread(), headlineOf(card())]).toEqual([[RESULT('*Review requested*')], HEADLINE('review requested')])
  await change({ state: 'closed', isReviewAsked: false })
  expect(thread()).toEqual([RESULT('*Closed without merging*')])
  expect(headlineOf(card())).toBe(HEADLINE('closed without merging'))
  await change({ state: 'open' })
  await advance(HOUR)
  expect([thread(), headlineOf(card())]).toEqual([[RESULT()], HEADLINE()])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('says which checks failed and who asked for changes, and opens the form with what to do about that', async () => {
  const { agent, finish, change, thread, card, cardTs, find, press, form } = await startWithGithub()
  await finish()
  const before = agent.sends().length
  await change({
    checks: 'failed',
    failing: ['lint', '*test*', 'build', 'deploy', 'docs'],
    reviews: [{ login: 'octo-ana', state: 'CHANGES_REQUESTED' }],
    comments: 3
  })
  expect(headlineOf(card())).toContain('checks failed: lint, *test*, build and 2 more · changes requested by octo-ana')
  expect(thread()[0]).toContain('+120 −8 in 4 files · 3 review comments')
  for (const on of [find('finished:'), cardTs()]) {
    await press('open-form', { on })
    await form().opened()
    expect(form().shown()[1]).toBe(
      'What should it do?: Fix the failing checks: lint, *test*, build and 2 more.\nAddress the changes octo-ana requested on pull request #12.'
    )
  }
  expect(agent.sends()).toHaveLength(before)
  await change({ checks: 'passed', reviews: [{ login: 'octo-ana', state: 'APPROVED' }] })
  expect(headlineOf(card())).toBe(HEADLINE())
})

it('shows it in the home of whoever asked', async () => {
  const { finish, change, openHome, home } = await startWithGithub()
  await finish()
  await openHome()
  expect(home()).toContain(`ready for review · ${LINK} · ended`)
  await change({ state: 'merged' })
  expect(home()).toContain(`finished · ${LINK} · merged · ended`)
})

it('says nothing on the card of an earlier pull request where the host does not show the present one', async () => {
  const { agent, github, finish, reply, advance, card } = await startWithGithub()
  await finish()
  agent.setJob('job_8f2', { life: { pullRequest: NEXT } })
  github.fail({ status: 404, times: 'until cleared' })
  await reply('now the tutorial')
  await advance(2 * MINUTE)
  expect(card()).toContain('pull request #13')
  expect(card()).not.toContain('+120 −8')
})

it('keeps what it said of the checks of a pull request that the job has replaced', async () => {
  const { agent, github, advance, command, change, thread } = await startWithGithub()
  agent.setJob('job_8f2', { life: { worksMs: 20_000, pullRequest: false } })
  await command('job_8f2 add examples')
  await advance(MINUTE)
  agent.setJob('job_8f2', { prLink: PULL })
  await advance(MINUTE)
  await change({ checks: 'failed' })
  agent.setJob('job_8f2', { status: 'active' })
  await advance(MINUTE)
  github.setPullRequest(NEXT, { checks: 'passed' })
  agent.finish('job_8f2', { prLink: NEXT })
  await advance(MINUTE)
  await change({ state: 'closed' })
  expect(thread()).toContain(FAILED)
  expect(thread().join()).not.toContain('The checks of pull request #13')
})

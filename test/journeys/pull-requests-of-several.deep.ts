import { expect, it } from 'vitest'
import { HEADLINE, headlineOf, LINK, RESULT, startWithGithub } from '../support/github.ts'

const MINUTE = 60_000

it('shows it wherever the pull request was told, and asks once for all of them', async () => {
  const { slack, agent, ben, channel, github, command, advance, change, finish, thread } = await startWithGithub()
  const other = slack.addChannel({ id: 'C0CORE', name: 'core', members: [ben] }).id
  await finish()
  agent.setJob('job_8f2', { life: { pullRequest: 'same' } })
  await command('job_8f2 shorten them', { by: ben, channel: other })
  await advance(MINUTE)
  const paths = () => github.requests().filter(({ path }) => /\/pulls\/\d+$/.test(path)).length
  const before = paths()
  await advance(5 * MINUTE)
  expect(paths() - before).toBe(5)
  await change({ checks: 'failed' })
  const shown = slack.messages(other).map(({ text }) => text)
  expect(thread()).toEqual([RESULT('*Checks failed: test*')])
  expect(shown).toEqual([
    expect.stringContaining('· checks failed'),
    expect.stringContaining('*Checks failed: test*'),
    expect.stringContaining('<@U0BEN>, the checks of')
  ])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('looks anew once a further follow-up has changed the pull request', async () => {
  const { agent, finish, change, reply, runDue, advance, thread, card } = await startWithGithub()
  await finish()
  await change({ checks: 'failed' })
  agent.setJob('job_8f2', { life: { pullRequest: 'same' } })
  await reply('fix the checks')
  await runDue()
  // What was known of the checks is about earlier work.
  while (!card().includes('ready for review')) await advance(1_000)
  expect(headlineOf(card())).toBe(HEADLINE())
  await advance(20_000)
  expect(headlineOf(card())).toBe(HEADLINE('checks failed: test'))
  await change({ checks: 'passed' })
  const [first, told, , second] = thread()
  expect(first).toBe(RESULT())
  expect(told).toBe(`bot: The checks of ${LINK} failed earlier.`)
  expect(second).toContain('finished, still on')
})

import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

/** Two jobs of the channel, job_9 the latest, and what it takes to press a button of the latest private answer. */
async function startChoosing() {
  const journey = await startWatching()
  const { slack, agent, channel, ben, command, advance, pressAndHear, told } = journey
  agent.addJob({ id: 'job_9', life: { ends: 'never' } })
  await command('job_9 fix the title')
  await advance(2_000)
  const choose = (value: string) => {
    const { ts: on = '' } = slack.ephemerals(channel, ben).at(-1) ?? {}
    return pressAndHear('ask-job', { on, value, by: ben })
  }
  return { ...journey, choose, last: () => told(ben).at(-1) }
}

it.each([
  ['status', 'Status of', /^\*job_8f2\*: \*working\*/],
  ['log', 'Log of', /^The instructions to \*job_8f2\*/],
  ['watch', 'Watch', /^I’ll write to you directly when \*job_8f2\* ends\./]
])(
  'answers “%s” without an id with buttons for the latest jobs, each of which answers in its place',
  async (word, label, answer) => {
    const { ben, command, choose, told, later, thread } = await startChoosing()
    expect(await command(word, { by: ben })).toBe(
      [
        'Which job?',
        `⏳ *job_9* · working · “fix the title” [${label} job_9]`,
        `⏳ *job_8f2* · working · “add examples” [${label} job_8f2]`
      ].join('\n')
    )
    expect(await choose(`${word} job_8f2`)).toMatch(answer)
    expect(told(ben)).toHaveLength(1)
    expect([later(), thread()]).toEqual([['fix the title'], []])
  }
)

it('answers a mention the same way, only to its author', async () => {
  const { slack, channel, ana, ben, runDue, choose, last, told } = await startChoosing()
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> status` })
  await runDue()
  expect(last()).toContain('[Status of job_8f2]')
  expect(await choose('status job_8f2')).toMatch(/^\*job_8f2\*: \*working\*/)
  expect(told(ana)).toEqual([])
})

it('acknowledges the press in time, though the agent service takes longer than Slack waits', async () => {
  const { slack, agent, channel, ben, command, told } = await startChoosing()
  await command('status', { by: ben })
  agent.fail('read', { kind: 'slow headers', delayMs: 3_300 })
  const { ts: messageTs = '' } = slack.ephemerals(channel, ben).at(-1) ?? {}
  const pressed = await slack.press({ user: ben, channel, messageTs, actionId: 'ask-job', value: 'status job_8f2' })
  expect(pressed.acknowledged).toBe(true)
  await slack.waitFor(() => told(ben).some(words => words.startsWith('*job_8f2*: *working*')), 'the answer', 5_000)
})

it('refuses whoever may no longer use the bot, and asks the agent service nothing', async () => {
  const { slack, ben, command, choose, restart, looks } = await startChoosing()
  await command('status', { by: ben })
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await restart()
  const before = looks()
  expect(await choose('status job_8f2')).toContain('guests can’t steer agent jobs')
  expect(looks()).toBe(before)
})

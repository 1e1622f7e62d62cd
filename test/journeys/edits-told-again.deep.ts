import { expect, it } from 'vitest'
import { startUndo } from '../support/undo.ts'

const OFF = 'Cancelled: your edited message is no longer an instruction for *job_8f2*.'
const MENTION = '<@U0AGENTBOT> when idle:'

/** Ben edits what he wrote, and Slack does not take at once what he is told about that. */
async function startUntold(written: string, edited: string, chosen: Record<string, string>, isReply: boolean) {
  const journey = await startUndo(chosen)
  const { slack, agent, channel, ben, write, rewrite, advance, told } = journey
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  const ts = isReply ? await write(written) : (await slack.say({ user: ben, channel, text: written })).ts
  await advance(3_000)
  const before = told(ben).length
  slack.fail('chat.postEphemeral', { error: 'internal_error' })
  await rewrite(ts, edited)
  await advance(30_000)
  return { ...journey, ts, heard: told(ben).slice(before) }
}

it.each([
  ['a reply becomes a word for the bot', 'when idle: fix it', 'status', '-', `${OFF} If you still want`],
  [
    'a mention becomes one for another job',
    `${MENTION} job_8f2 fix it`,
    `${MENTION} job_c90 fix it`,
    '-',
    `${OFF} Send`
  ],
  [
    'a reply names another job',
    'when idle: fix it',
    'job_c90 fix it',
    '-',
    'Nothing was sent yet. This thread is about'
  ],
  ['a reply asks for a time that cannot be', 'fix it', 'tomorrow: fix it', '60', 'Nothing was sent: say exactly when']
])('tells once more what Slack did not take when %s', async (_, written, edited, seconds, words) => {
  const isReply = !written.startsWith(MENTION)
  const { later, heard } = await startUntold(written, edited, { undo: seconds }, isReply)
  expect(heard).toEqual([expect.stringContaining(words)])
  expect(later()).toEqual([])
})

it('sends a reply to the other job, if it could only be asked about at the second try', async () => {
  const untold = await startUntold('when idle: fix it', 'job_c90 fix it', { undo: '-' }, true)
  const { slack, channel, ben, press, advance, agent } = untold
  await press('send-there', { on: slack.ephemerals(channel, ben).at(-1)?.ts ?? '', by: ben })
  await advance(5_000)
  expect(agent.sends().at(-1)).toMatchObject({ jobId: 'job_c90', prompt: 'fix it' })
})

it('puts right a time that could only be asked about at the second try', async () => {
  const { rewrite, ts, thread } = await startUntold('fix it', 'tomorrow: fix it', { undo: '60' }, true)
  await rewrite(ts, 'at 16:00: fix it')
  expect(thread()[0]).toBe('Ben: at 16:00: fix it ⏰')
})

it('tells once of a time that cannot be, however often what was written before is held', async () => {
  const { agent, ben, write, rewrite, advance, told, later } = await startUndo({ undo: '-' })
  const ts = await write('in 1 min: fix it')
  await rewrite(ts, 'tomorrow: fix it')
  agent.fail('send', { status: 429, retryAfter: '20', times: 3 })
  await advance(10 * 60_000)
  expect(later().at(-1)).toBe('fix it')
  expect(told(ben)).toEqual([expect.stringMatching(/^Your edit wasn’t taken: say exactly when/)])
})

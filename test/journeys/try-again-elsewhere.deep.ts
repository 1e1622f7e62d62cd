import { expect, it } from 'vitest'
import { startFailed } from '../support/failed-job.ts'
import { startWatching } from '../support/watched-job.ts'

it('sends again all that one result is about, each as an instruction of its own', async () => {
  const { database, press, ben, result, advance, again, thread } = await startFailed()
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, in_line_at_ms, written_at_ms, progress)
     select 'f_7', project_id, job_id, team_id, channel_id, thread_ts, $1, 'and shorten it', 0, in_line_at_ms + 1, written_at_ms + 1, progress
     from followup.followup where id = 'f_1'`,
    [ben]
  )
  await press('try-again', { on: result, by: ben })
  await advance(5_000)
  expect(again()).toEqual(['add examples', 'and shorten it'])
  expect(thread().filter(line => line.includes('Follow-up from'))).toEqual([
    'bot: Follow-up from @Ben:\n>add examples',
    'bot: Follow-up from @Ben:\n>and shorten it'
  ])
})

it('works in direct messages', async () => {
  const { slack, agent, ana, command, press, advance, later } = await startWatching()
  const channel = slack.directChannel(ana).id
  agent.addJob({ id: 'job_9', life: { worksMs: 1_000, ends: 'failed' } })
  await command('job_9 mine', { channel })
  await advance(60_000)
  const [result] = slack.messages(channel).filter(({ text }) => text.includes('failed. Reply here'))
  await press('try-again', { on: result?.ts ?? '', channel })
  await advance(2_000)
  expect(later()).toEqual(['mine', 'mine'])
})

it('offers it after no other end', async () => {
  const { agent, advance, thread } = await startWatching()
  await advance(5_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  expect(thread()).toEqual([expect.stringMatching(/finished, no pull request\.\n>add examples\n— took/)])
})

it('finds the thread of a result whose message alone names it', async () => {
  const { slack, database, channel, ana, cardTs, result, told } = await startFailed()
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  await slack.deliver('interactive', {
    type: 'block_actions',
    token: 'verification',
    api_app_id: 'A0FOLLOWUP',
    team: { id: slack.teamId, domain: 'stand-in' },
    user: { id: ana, team_id: slack.teamId },
    trigger_id: '1700000000.1.abc',
    container: { type: 'message', message_ts: result, channel_id: channel, is_ephemeral: false },
    message: { type: 'message', ts: result, thread_ts: cardTs() },
    channel: { id: channel, name: 'docs' },
    actions: [{ type: 'button', action_id: 'write-followup', block_id: 'b1', action_ts: '1700000000.000100' }]
  })
  await slack.waitFor(() => told(ana).length > 0, 'why not', 5_000)
  expect(told(ana)).toEqual([expect.stringMatching(/^Not done: the job’s card in /)])
})

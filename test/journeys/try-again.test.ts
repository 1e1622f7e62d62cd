import { expect, it } from 'vitest'
import { createFormUser } from '../support/form.ts'
import { startWatching } from '../support/watched-job.ts'

/** Ana's job has failed. */
async function startFailed() {
  const journey = await startWatching()
  const { agent, advance, find } = journey
  await advance(5_000)
  agent.failJob('job_8f2')
  await advance(60_000)
  const result = find('failed: the agent')
  return {
    ...journey,
    result,
    shown: () => journey.thread().find(line => line.includes('failed: the agent')) ?? '',
    again: journey.later
  }
}

it('sends what failed once more, in the name of whoever presses, and says so on the result and in the thread', async () => {
  const { agent, ben, press, result, runDue, advance, again, shown, thread, card } = await startFailed()
  expect(shown()).toContain('[Try again] [Send follow-up]')
  await press('try-again', { on: result, by: ben })
  await runDue()
  expect(again()).toEqual(['add examples'])
  expect(shown()).toMatch(/\n\[Send follow-up\]\n.*\n— Sent again · @Ben 14:01$/)
  expect(thread().at(-1)).toBe('bot: Follow-up from @Ben:\n>add examples')
  expect(card()).toContain('*job_8f2* · working\n>add examples')
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(60_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, \*job_8f2\* finished: pull request #12/)
})

it('sends it once, and tells a second person who was first', async () => {
  const { slack, channel, ana, ben, result, runDue, again, told } = await startFailed()
  const at = { channel, messageTs: result, actionId: 'try-again' }
  // Both still see the button.
  await Promise.all([slack.press({ ...at, user: ben }), slack.press({ ...at, user: ana })])
  await slack.deliveriesDone()
  await runDue()
  expect(again()).toEqual(['add examples'])
  expect([...told(ana), ...told(ben)]).toEqual([
    expect.stringMatching(/^Not sent: @(Ana|Ben) already sent this to \*job_8f2\* again at 14:01\.$/)
  ])
})

it('sends again all that one result is about, each as an instruction of its own', async () => {
  const { database, press, ben, result, advance, again, thread } = await startFailed()
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, written_at_ms, progress)
     select 'f_7', project_id, job_id, team_id, channel_id, thread_ts, $1, 'and shorten it', 0, written_at_ms + 1, progress
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

it('opens the form for something else, with the job', async () => {
  const journey = await startFailed()
  const { ben, press, result, advance, again } = journey
  const form = createFormUser(journey, ben)
  await press('write-followup', { on: result, by: ben })
  await form.opened()
  expect(form.shown()[0]).toBe('Job: job_8f2')
  expect(await form.send({ instruction: 'leave the tests out' })).toEqual({})
  await advance(2_000)
  expect(again()).toEqual(['leave the tests out'])
})

it('works in direct messages', async () => {
  const { slack, agent, ana, command, press, advance, later } = await startWatching()
  const channel = slack.directChannel(ana).id
  agent.addJob({ id: 'job_9', life: { worksMs: 1_000, ends: 'failed' } })
  await command('job_9 mine', { channel })
  await advance(60_000)
  const [result] = slack.messages(channel).filter(({ text }) => text.includes('failed: the agent'))
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

it('sends nothing from a closed thread, or where the bot is no longer', async () => {
  const { slack, database, channel, pressAndHear, result, advance, again } = await startFailed()
  await slack.removeFrom(channel)
  await advance(11_000)
  expect(await pressAndHear('try-again', { on: result })).toBe(
    'Not done: I’m not in this channel. Type `/invite @Agent Follow-up` here, then press it again.'
  )
  await slack.invite(channel)
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  expect(await pressAndHear('try-again', { on: result })).toMatch(/^Not done: this thread is closed because /)
  await advance(60_000)
  expect(again()).toEqual([])
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
  expect(told(ana)).toEqual([expect.stringMatching(/^Not done: this thread is closed because /)])
})

import { expect, it } from 'vitest'
import { createFormUser, WHEN } from '../support/form.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

/** The card of a job that has ended, and Ben, who presses Send follow-up on it. */
async function startEnded(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { slack, agent, ben, channel, advance, cardTs } = journey
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(60_000)
  const place = { user: ben, channel, messageTs: cardTs(), actionId: 'write-followup' }
  return { ...journey, form: createFormUser(journey, ben), pressIt: () => slack.press(place) }
}

it('opens the form from the card, with its job, and goes on in its thread', async () => {
  const { slack, channel, ben, form, pressIt, advance, told, thread, later, card } = await startEnded()
  const before = slack.messages(channel).length
  expect(await pressIt()).toMatchObject({ acknowledged: true })
  await form.opened()
  expect(form.shown()).toEqual([
    'Job: job_8f2',
    'What should it do?:',
    ...WHEN,
    'Who hears about it: [This channel] / Only the job’s thread / Only me, in a direct message'
  ])
  expect(await form.send({ instruction: 'shorten it\nand add tests' })).toEqual({})
  await advance(2_000)
  expect(later()).toEqual(['shorten it\nand add tests'])
  expect(thread().at(-1)).toBe('bot: Follow-up from @Ben:\n>shorten it\n>and add tests')
  expect(told(ben)).toEqual([expect.stringMatching(/^\*job_8f2\* already has a thread here\./)])
  expect(card()).toContain('*job_8f2* · working\n>add examples\n— ⏳ “shorten it')
  expect(slack.messages(channel)).toHaveLength(before + 1)
})

it('acknowledges the press at once, however long Slack takes to open the form', async () => {
  const { slack, form, pressIt } = await startEnded()
  slack.fail('conversations.info', { kind: 'hang' })
  slack.fail('views.open', { delayMs: 500 })
  expect(await pressIt()).toMatchObject({ acknowledged: true })
  expect(form.isOpen()).toBe(false)
  await form.opened()
  expect(form.shown()).toContain('Job: job_8f2')
})

it('says so when the form cannot be opened in time', async () => {
  const { slack, ben, form, pressAndHear } = await startEnded()
  slack.fail('views.open', { error: 'expired_trigger_id' })
  expect(await pressAndHear('write-followup', { by: ben })).toMatch(/^I was too slow to open the form\. Try again, or/)
  expect(form.isOpen()).toBe(false)
})

it('answers on a card of another project as a reply there would be answered', async () => {
  const { ben, form, pressAndHear, restart } = await startEnded()
  await restart({ AGENT_PROJECT_ID: 'staging', AGENT_API_KEY: 'canary_staging-key-77' })
  expect(await pressAndHear('write-followup', { by: ben })).toMatch(
    /^Not done: this thread belongs to project project-1, which I no longer serve\./
  )
  expect(form.isOpen()).toBe(false)
})

it('answers in a closed thread as a reply there would be answered', async () => {
  const { database, ben, form, pressAndHear } = await startEnded()
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  expect(await pressAndHear('write-followup', { by: ben })).toMatch(/^Not done: this thread is closed because /)
  expect(form.isOpen()).toBe(false)
})

it('leaves the link of an older card alone', async () => {
  const { slack, channel, ana, cardTs, told } = await startEnded()
  const pressed = await slack.deliver('interactive', {
    type: 'block_actions',
    token: 'verification',
    api_app_id: 'A0FOLLOWUP',
    team: { id: 'T0STANDIN1', domain: 'stand-in' },
    user: { id: ana, team_id: 'T0STANDIN1' },
    trigger_id: '1700000000.1.abc',
    container: { type: 'message', message_ts: cardTs(), channel_id: channel, is_ephemeral: false },
    channel: { id: channel, name: 'docs' },
    actions: [{ type: 'button', action_id: 'open-thread', block_id: 'b1', action_ts: '1700000000.000100' }]
  })
  expect(pressed).toMatchObject({ kind: 'acknowledged' })
  await slack.deliveriesDone()
  expect([told(ana), slack.views(ana)]).toEqual([[], []])
})

it('goes on in the conversation where the card is', async () => {
  const { slack, agent, ben, command, advance, form } = await startEnded()
  const channel = slack.directChannel(ben).id
  await command('job_8f2 mine', { by: ben, channel })
  await advance(2_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(120_000)
  const [card] = slack.messages(channel)
  await slack.press({ user: ben, channel, messageTs: card?.ts ?? '', actionId: 'write-followup' })
  await form.opened()
  expect(form.shown().at(-1)).toBe('Who hears about it: [Only me, in a direct message]')
  expect(await form.send({ instruction: 'and this' })).toEqual({})
  await advance(2_000)
  expect(
    slack
      .thread(channel, card?.ts ?? '')
      .map(({ text }) => text)
      .join()
  ).toContain('Follow-up from')
})

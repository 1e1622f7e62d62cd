import { expect, it } from 'vitest'
import { createFormUser, WHEN, WHERE } from '../support/form.ts'
import { startWatching } from '../support/journey.ts'

/** What needs no channel is done. */
const PROMISE = 'I’ll write to you directly when *job_8f2* ends.\n[🔕 Don’t tell me]'

it.each([
  { kind: 'public' as const, refusals: [] },
  { kind: 'private' as const, refusals: ['conversations.info channel_not_found'] }
])('sends and shows nothing for buttons in a $kind channel that it was removed from, and says so', async removed => {
  const { kind, refusals } = removed
  const journey = await startWatching({ refusals })
  const { slack, agent, ben, command, advance, press, pressAndHear, told, direct } = journey
  const channel = slack.addChannel({ id: 'C0PLANS', name: 'plans', kind, members: [ben] }).id
  agent.addJob({ id: 'job_done', life: { worksMs: 1_000, ends: 'completed' } })
  for (const jobId of ['job_8f2', 'job_done']) await command(`${jobId} plan it`, { by: ben, channel })
  await advance(60_000)
  await slack.removeFrom(channel)
  const [working, done] = slack.messages(channel).map(({ ts }) => ({ on: ts, by: ben, channel }))
  const seen = () => [...slack.messages(channel).map(({ ts }) => slack.message(channel, ts)), ...agent.sends()]
  const before = seen()
  expect(await pressAndHear('tell-me', working)).toBe(PROMISE)
  const form = createFormUser(journey, ben)
  await press('open-form', done)
  await form.opened()
  expect(form.shown()).toEqual(['Job: job_done', 'What should it do?:', ...WHEN, ...WHERE])
  await advance(60_000)
  expect([seen(), told(ben), direct(ben)]).toEqual([before, [PROMISE], []])
})

it('hears nothing more in the thread of a channel that it was removed from', async () => {
  const { slack, channel, ben, reply, advance, later, told } = await startWatching()
  await advance(2_000)
  await slack.removeFrom(channel)
  await reply('drop it')
  await reply('status')
  await advance(5_000)
  expect([later(), told(ben)]).toEqual([[], []])
})

import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

it('holds a whole conversation in a direct message with the bot', async () => {
  const { slack, agent, ana, runDue, advance } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  const channel = slack.directChannel(ana).id
  await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  await runDue()
  expect(slack.messages(channel).map(({ text }) => text)).toEqual([
    '⏳ *job_8f2* · working\n>add examples\nexample/shop on `main` · <@U0ANA> · <!date^1795183200^since {time}|since 2026-11-20 14:00 UTC>'
  ])
  agent.finish('job_8f2', { prLink: null })
  await advance(180_000)
  expect(slack.messages(channel).at(-1)?.text).toBe(
    '<@U0ANA>, *job_8f2* finished, no pull request.\n>add examples\ntook 5 s · example/shop on `main`'
  )
})

it('answers a direct message to the bot with how to use it', async () => {
  const { slack, agent, ana, runDue } = await startJourney()
  const channel = slack.directChannel(ana).id
  await slack.say({ user: ana, channel, text: 'hello?' })
  await runDue()
  // Phones and screen readers have nothing but the text.
  const [help, ...more] = slack.ephemerals(channel, ana)
  expect(help?.text).toContain('`/agent-followup status &lt;jobId&gt;` shows where a job stands')
  expect(help?.text).toContain('Start one with `//`')
  expect(more).toEqual([])
  expect(agent.requests()).toEqual([])
})

it('does not send a direct message that names no job', async () => {
  const { slack, ana, advance, later } = await startWatching()
  const channel = slack.directChannel(ana).id
  await slack.say({ user: ana, channel, text: 'shorten the intro' })
  await advance(2_000)
  const [asked] = slack.ephemerals(channel, ana)
  expect(asked?.text).toBe('Not sent: which job is it for?\n>shorten the intro')
  expect(later()).toEqual([])
})

it('sends a direct message only once, even when Slack gives no clear answer', async () => {
  const { slack, agent, channel, ana, runDue, advance, cardTs } = await startJourney({
    refusals: ['chat.update message_not_found']
  })
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  await runDue()
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(60_000)
  expect(slack.messages(slack.directChannel(ana).id)).toHaveLength(1)
})

it('answers a reply to its direct message with how to use it, once', async () => {
  const { slack, channel, ana, cardTs, runDue, advance, told, later } = await startWatching({
    refusals: ['chat.update message_not_found']
  })
  await slack.remove({ channel, messageTs: cardTs() })
  await runDue()
  const direct = slack.directChannel(ana).id
  const threadTs = slack.messages(direct).at(-1)?.ts
  await slack.say({ user: ana, channel: direct, text: 'then do it anyway', threadTs })
  await advance(60_000)
  expect(told(ana)).toEqual([expect.stringMatching(/^Not sent: this isn’t a job’s thread\.\n\*Steer an agent job/)])
  expect(later()).toEqual([])
})

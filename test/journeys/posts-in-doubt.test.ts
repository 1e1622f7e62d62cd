import { expect, it } from 'vitest'
import { SlackTooMuch } from '../../src/slack/slack-failure.ts'
import { startWatching, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const HOUR = 3_600_000

/** A channel with too many messages to find out whether ours is among them. */
const CROWDED = {
  errors: ['A message may or may not be in Slack'],
  wrap: around('slack', 'findPosted', () => () => Promise.reject(new SlackTooMuch()))
}

it('sends a result directly when it cannot tell for a day whether it was posted', async () => {
  const { slack, agent, sleep, advance, direct, thread, log } = await startWatching(CROWDED)
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  await sleep(23 * HOUR)
  expect(direct()).toEqual([])
  await sleep(2 * HOUR)
  await advance(60_000)
  expect(direct()).toEqual([
    'I’m not sure this reached <#C0DOCS>, so here it is: <@U0ANA>, *job_8f2* finished: <https://github.com/acme/docs/pull/12|pull request #12> is ready.\n>add examples\ntook 5 s · example/shop on `main`'
  ])
  expect(thread()).toHaveLength(1)
  expect(log).toContainEqual(expect.objectContaining({ level: 'error', view: 'f_1:result', code: 'in doubt' }))
})

it('sends nothing, and says so directly, when it cannot tell for a day whether the card was posted', async () => {
  const { slack, agent, channel, command, sleep, advance, direct, later } = await startWatching(CROWDED)
  agent.addJob({ id: 'job_c31' })
  await advance(5_000)
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  await command('job_c31 shorten it')
  await advance(30_000)
  await sleep(23 * HOUR)
  expect(direct()).toEqual([])
  await sleep(2 * HOUR)
  await advance(60_000)
  expect(direct()).toEqual([
    'Not sent to *job_c31*: I couldn’t find out whether its card arrived. Send it again.\n>shorten it'
  ])
  expect(later()).toEqual([])
  expect(slack.messages(channel).filter(({ text }) => text.includes('shorten it'))).toHaveLength(1)
})

it('holds up a mention in a thread of people for an hour at most, while another card is in doubt', async () => {
  const { job, command, say, mention, sleep, advance, sent, slack } = await startWithJob(CROWDED)
  job('job_d42')
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  await command('job_8f2 shorten it')
  await advance(30_000)
  await mention('job_d42 fix this', { to: await say('what do you think?') })
  await advance(60_000)
  expect(sent('job_d42')).toEqual([])
  await sleep(2 * HOUR)
  await advance(60_000)
  expect(sent('job_d42')).toEqual([expect.stringContaining('fix this')])
  await sleep(23 * HOUR)
})

it('does not say that it could not write what may be there, though Slack does not show it', async () => {
  const { slack, agent, advance, direct } = await startWatching({ errors: CROWDED.errors })
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.replies', { error: 'not_in_channel', times: 1 })
  agent.finish('job_8f2')
  await advance(90_000)
  expect(direct()).toEqual([expect.stringMatching(/^I’m not sure this reached <#C0DOCS>, so here it is: /)])
})

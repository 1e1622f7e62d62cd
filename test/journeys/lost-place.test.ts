import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('tells the requester the outcome directly when the channel was archived meanwhile', async () => {
  const { slack, agent, channel, advance, direct } = await startWatching({
    refusals: ['chat.postMessage is_archived', 'chat.update is_archived']
  })
  slack.archive(channel)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  expect(direct()).toEqual([
    'I could not write in <#C0DOCS>, so I tell you here: <@U0ANA>, *job_8f2* finished: pull request #12 is ready. https://github.com/acme/docs/pull/12'
  ])
})

it('stops watching as soon as it sees that the channel was archived, and says so to the requester', async () => {
  const { slack, agent, channel, advance, direct, looks } = await startWatching({
    refusals: ['chat.update is_archived']
  })
  slack.archive(channel)
  // The card would have to say that the service does not answer.
  agent.fail('read', { status: 503, times: 4 })
  await advance(5 * 60_000)
  expect(direct()).toEqual([
    '<#C0DOCS>, where *job_8f2* was followed, was archived, so I stopped watching. The agent has the instruction and goes on; `/agent-followup status job_8f2` tells how it stands. Your words:'
  ])
  const before = looks()
  await advance(60 * 60_000)
  expect(looks()).toBe(before)
})

it('stops watching when the card is deleted, and says so to the requester', async () => {
  const { slack, agent, channel, cardTs, advance, direct } = await startWatching({
    refusals: ['chat.update message_not_found']
  })
  await slack.remove({ channel, messageTs: cardTs() })
  agent.finish('job_8f2')
  await advance(60_000)
  expect(direct()).toEqual([
    'The card for *job_8f2* in <#C0DOCS> was deleted, so I stopped watching. The agent has the instruction and goes on; `/agent-followup status job_8f2` tells how it stands. Your words:'
  ])
  expect(
    slack.messages(channel).filter(message => message.user === slack.botUserId && message.subtype !== 'tombstone')
  ).toEqual([])
})

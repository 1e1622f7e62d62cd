import { expect, it } from 'vitest'
import { lockJob } from '../../src/followups/stores/job-store.ts'
import { asRead } from '../support/as-shown.ts'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

it('says nothing when the card appears at once: the card is the answer', async () => {
  const { told, advance, card } = await startWatching()
  await advance(10_000)
  expect(card()).toContain('*job_8f2* · working')
  expect(told()).toEqual([])
})

it('says that a command is on its way when its card takes longer than two seconds', async () => {
  const { slack, agent, command, advance, told, card } = await startJourney()
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', { retryAfterS: 20 })
  await command('job_8f2 add examples')
  await advance(1_000)
  expect(told()).toEqual([])
  await advance(2_000)
  expect(told()).toEqual(['Got it: on its way to *job_8f2*. Its card, or a link to it, will appear here.'])
  await advance(30_000)
  expect(card()).toContain('*job_8f2* · working')
  expect(told()).toHaveLength(1)
})

it('opens one card when another process reads an unknown job at the same moment', async () => {
  const { slack, agent, channel, command, advance, card, posts } = await startJourney({
    wrap: deps => ({
      ...deps,
      agent: {
        ...deps.agent,
        async readJob(key) {
          await deps.database.transaction(sql => lockJob(sql, key))
          return deps.agent.readJob(key)
        }
      }
    })
  })
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await advance(2_000)
  expect(card()).toContain('*job_8f2* · working')
  expect([slack.messages(channel).length, posts()]).toEqual([1, 1])
})

it('continues in the thread that the job has in the channel, and shows its author the way', async () => {
  const { slack, agent, channel, ben, cardTs, command, advance, told, thread, card, later } = await startWatching()
  const first = cardTs()
  await advance(30_000)
  await command('job_8f2 shorten it', { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ben)).toEqual([
    `*job_8f2* already has a thread here. Your follow-up is in that thread (https://stand-in.slack.com/archives/C0DOCS/p${first.replace('.', '')}?thread_ts=${first}&cid=C0DOCS).`
  ])
  expect(cardTs()).toBe(first)
  expect(thread()).toEqual(['bot: Follow-up from @Ben:\n>shorten it'])
  expect(card()).toContain(' · 2 follow-ups\n')
  agent.finish('job_8f2')
  await advance(180_000)
  expect(slack.messages(channel).filter(({ thread_ts, ts }) => (thread_ts ?? ts) === ts)).toHaveLength(1)
})

it('opens one card for two commands typed at the same moment, in their order', async () => {
  const { slack, agent, ana, ben, channel, advance, thread } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  await slack.command({ user: ben, channel, text: 'job_8f2 shorten it' })
  await advance(5_000)
  expect(thread()).toEqual(['bot: Follow-up from @Ben:\n>shorten it'])
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('opens a new card once the old one was deleted', async () => {
  const { slack, channel, cardTs, command, advance, card, later } = await startWatching({
    refusals: ['chat.update message_not_found']
  })
  const first = cardTs()
  await slack.remove({ channel, messageTs: first })
  await advance(2_000)
  await command('job_8f2 shorten it')
  await advance(2_000)
  expect(cardTs()).not.toBe(first)
  expect(card()).toContain('*job_8f2* · working')
  expect(later()).toEqual(['shorten it'])
})

it('posts the card anyway when the agent service does not answer, and goes on trying', async () => {
  const { agent, command, advance, card, posts } = await startJourney()
  agent.addJob({ id: 'job_8f2' })
  agent.fail('read', { status: 503, times: 'until cleared' })
  await command('job_8f2 add examples')
  await advance(5_000)
  expect(card()).toContain('⏸ *job_8f2* · held for a moment\n')
  agent.clearFaults()
  await advance(120_000)
  expect(posts()).toBe(1)
})

it('opens a card of its own when nobody knows for a minute whether an earlier one has its card', async () => {
  const { slack, agent, channel, ben, command, advance } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.history', { error: 'internal_error', times: 'until cleared' })
  await command('job_8f2 add examples')
  await command('job_8f2 shorten it', { by: ben })
  await advance(30_000)
  expect(slack.messages(channel)).toHaveLength(1)
  await advance(60_000)
  expect(slack.messages(channel).map(({ text }) => asRead(text))).toEqual([
    '⏳ *job_8f2* · about to be sent\n>add examples\nexample/shop on `main` · @Ana · 2026-11-20 14:00',
    '⏳ *job_8f2* · working\n>shorten it\nexample/shop on `main` · @Ben · since 14:01'
  ])
  slack.clearFaults()
  await advance(10 * 60_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
  expect(slack.messages(channel).map(({ text }) => text.charAt(0))).toEqual(['⏳', '⏳'])
})

it('says in which thread it waits, and until when', async () => {
  const { ben, command, advance, told } = await startWatching()
  await advance(30_000)
  await command('job_8f2 in 2 hours: shorten it', { by: ben })
  await command('job_8f2 when idle: add a table', { by: ben })
  await advance(2_000)
  expect(told(ben).map(words => words.replace(/ \(https:\S+\)/, ''))).toEqual([
    '*job_8f2* already has a thread here. Your follow-up is in that thread: waiting until 2026-11-20 16:00.',
    '*job_8f2* already has a thread here. Your follow-up is in that thread: waiting until the job is idle.'
  ])
})

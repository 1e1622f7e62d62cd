import { expect, it } from 'vitest'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { readMessage } from '../../src/followups/inbox/read-message.ts'
import { startWatching } from '../support/watched-job.ts'

const NOT_SENT = expect.stringMatching(
  /^Not sent: in this thread, only replies that begin by mentioning me go to the agent\./
)

it('says once that a mention has to come first', async () => {
  const { slack, ana, ben, reply, advance, later, told } = await startWatching()
  await reply('only mentions', { by: ana })
  await advance(2_000)
  await reply(`could <@${slack.botUserId}> shorten it?`, { by: ben })
  await reply(`or <@${slack.botUserId}> could add a title`, { by: ben })
  await advance(2_000)
  expect(later()).toEqual([])
  expect(told(ben)).toEqual([NOT_SENT])
})

it('takes back what waits, when an edit takes the mention away', async () => {
  const { slack, channel, ana, ben, reply, advance, later, told } = await startWatching({ hourlyLimit: 1 })
  await reply('only mentions', { by: ana })
  await advance(2_000)
  const { ts } = await reply(`<@${slack.botUserId}> shorten it`, { by: ben })
  await advance(2_000)
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'Ana, shall we rather drop all of it?' })
  await advance(3_700_000)
  expect(later()).toEqual([])
  expect(told(ben)).toEqual([NOT_SENT])
})

it('promises nothing in direct messages that does not hold there', async () => {
  const { slack, ana, advance, told } = await startWatching()
  const channel = slack.directChannel(ana).id
  const { ts } = await slack.say({ user: ana, channel, text: 'job_8f2 shorten it' })
  await advance(2_000)
  await slack.say({ user: ana, channel, threadTs: ts, text: 'only mentions' })
  await advance(2_000)
  expect(told(ana).at(-1)).toBe('In direct messages, every reply goes to the agent.')
})

it('does not let guests change who speaks to the agent, and tells them nothing of talk', async () => {
  const { slack, ana, ben, reply, advance, later, thread } = await startWatching()
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await reply('only mentions', { by: ben })
  await advance(2_000)
  expect(thread().at(-1)).toBe('Ben: only mentions')
  await reply('shorten it', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('sends a reply that its author edits into an instruction while the bot is about to leave it to people', async () => {
  let edit: ((deps: FollowupDeps) => Promise<unknown>) | undefined
  const { slack, channel, ana, ben, reply, advance, later, told } = await startWatching({
    wrap: deps => ({
      ...deps,
      slack: {
        ...deps.slack,
        async tellPrivately(...said) {
          const change = edit
          edit = undefined
          await deps.slack.tellPrivately(...said)
          await change?.(deps)
        }
      }
    })
  })
  await reply('only mentions', { by: ana })
  await advance(2_000)
  const { ts: messageTs } = await reply('shall we shorten it?', { by: ben })
  edit = async deps => {
    await slack.edit({ user: ben, channel, messageTs, text: `<@${slack.botUserId}> shorten it` })
    await slack.deliveriesDone()
    await readMessage(deps, { teamId: slack.teamId, channelId: channel, ts: messageTs })
  }
  await advance(5_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ben)).toEqual([NOT_SENT])
})

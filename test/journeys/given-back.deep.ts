import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

// It is 14:00 UTC, and three in the afternoon where Ana and Ben are.

const IDLE_JOB = { id: 'job_8f2', life: { ends: 'never' as const } }

it('takes a mention and a direct message that it gave back in the same way', async () => {
  const { slack, agent, channel, ana, advance } = await startJourney()
  agent.addJob(IDLE_JOB)
  const direct = slack.directChannel(ana).id
  const mentioned = (words: string) => `<@${slack.botUserId}> job_8f2 ${words}`
  const mention = await slack.say({ user: ana, channel, text: mentioned('tonight: one') })
  const message = await slack.say({ user: ana, channel: direct, text: 'job_8f2 tonight at nine: two' })
  await advance(3_000)
  await slack.edit({ user: ana, channel, messageTs: mention.ts, text: mentioned('now: one') })
  await slack.edit({ user: ana, channel: direct, messageTs: message.ts, text: 'job_8f2 two' })
  await advance(3_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['one', 'two'])
})

it('sends nothing of what it gave back when I edit it into something else, or delete it', async () => {
  const { slack, channel, ben, reply, advance, later, told } = await startWatching()
  const written: string[] = []
  for (const number of [1, 2, 3]) written.push((await reply(`tomorrow: fix part ${number}`)).ts)
  await advance(3_000)
  const [one = '', two = '', three = ''] = written
  await slack.edit({ user: ben, channel, messageTs: one, text: '// tomorrow' })
  await slack.edit({ user: ben, channel, messageTs: two, text: 'thanks' })
  await slack.remove({ channel, messageTs: three })
  await advance(3_000)
  expect(later()).toEqual([])
  expect(told(ben).slice(3)).toEqual([expect.stringMatching(/^Not sent: that looks like a thank-you/)])
})

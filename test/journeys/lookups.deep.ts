import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startWithJob } from '../support/journey.ts'

/** Twenty people whom Slack does not know, others each time. */
const crowd = (at: number) =>
  Array.from({ length: 20 }, (_, n) => `<@U${String(at * 20 + n).padStart(8, '0')}>`).join(' ')

/** Gus, who writes little but mentions, and Zoe, whom nobody has asked about yet. */
async function startCrowd(kind: 'guest' | 'member') {
  const journey = await startWithJob({ refusals: kind === 'guest' ? [] : ['users.info user_not_found'] })
  const { slack, channel, bot } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind }).id
  const zoe = slack.addPerson({ id: 'U0ZOE', name: 'Zoe' }).id
  for (const person of [gus, zoe]) await slack.invite(channel, person)
  const lookups = () => slack.calls().filter(({ method }) => /^(users|conversations)\./.test(method))
  const say = async (text: string, threadTs?: string) =>
    (await slack.say({ user: gus, channel, text, ...(threadTs && { threadTs }) })).ts
  const mentionMany = (at: number) => say(`${bot} job_8f2 ask ${crowd(at)}`)
  return { ...journey, gus, zoe, lookups, say, mentionMany }
}

it('asks Slack only who it is when a guest mentions the bot, replies, edits what was refused, and uses the shortcut', async () => {
  const { slack, gus, channel, type, cardTs, lookups, say, mentionMany, runDue, advance, told } =
    await startCrowd('guest')
  await type('job_8f2 first')
  const before = lookups().length
  for (let at = 0; at < 6; at++) await mentionMany(at)
  const messageTs = await say(`ask ${crowd(6)}`, cardTs())
  const edit = (at: number) => slack.edit({ user: gus, channel, messageTs, text: `ask ${crowd(at)}` })
  await edit(7)
  await runDue()
  for (let at = 8; at < 12; at++) await edit(at)
  await advance(3_000)
  await slack.shortcut({ user: gus, callbackId: 'send-to-job', channel, messageTs })
  await eventually(() => told(gus).length > 8, 'a refusal')
  expect(lookups().slice(before)).toMatchObject([{ method: 'users.info' }])
  expect(told(gus)).toHaveLength(9)
})

it('finds out who somebody is, however many names others have just mentioned', async () => {
  const { command, mentionMany, runDue, zoe } = await startCrowd('member')
  for (let at = 0; at < 6; at++) await mentionMany(at)
  await runDue()
  expect(await command('job_8f2 shorten it', { by: zoe })).toBe('')
})

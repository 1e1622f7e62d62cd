import { expect, it } from 'vitest'
import { createFormUser } from '../support/form.ts'
import { startForm } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'

/** Twenty people whom Slack does not know, others each time. */
const crowd = (at: number) =>
  Array.from({ length: 20 }, (_, n) => `<@U${String(at * 20 + n).padStart(8, '0')}>`).join(' ')

/** Gus, who writes little but mentions, and Zoe, whom nobody has asked about yet. */
async function startCrowd(kind: 'guest' | 'member') {
  const journey = await startForm({ refusals: kind === 'guest' ? [] : ['users.info user_not_found'] })
  const { slack, channel } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind }).id
  const zoe = slack.addPerson({ id: 'U0ZOE', name: 'Zoe' }).id
  await slack.invite(channel, gus)
  await slack.invite(channel, zoe)
  const form = createFormUser(journey, gus)
  const lookups = () => slack.calls().filter(({ method }) => /^(users|conversations)\./.test(method))
  const say = async (text: string, threadTs?: string) =>
    (await slack.say({ user: gus, channel, text, ...(threadTs && { threadTs }) })).ts
  return {
    ...journey,
    gus,
    zoe,
    say,
    /** A thread of messages with many mentions each; returns the last one. */
    async sayMuch() {
      const first = await say(crowd(0))
      for (let at = 1; at < 20; at++) await say(crowd(at), first)
      return say(crowd(20), first)
    },
    async openForm(messageTs: string) {
      await slack.shortcut({ user: gus, callbackId: 'send-to-job', channel, messageTs })
      await form.opened()
    },
    /** What Slack is asked meanwhile. */
    async askedWhile(act: () => Promise<unknown>) {
      const before = lookups().length
      await act()
      return lookups()
        .slice(before)
        .map(({ method }) => method)
    }
  }
}

it('asks Slack only who it is when a guest uses the shortcut, whatever the thread above says', async () => {
  const { sayMuch, openForm, askedWhile } = await startCrowd('guest')
  const last = await sayMuch()
  expect(await askedWhile(() => openForm(last))).toEqual(['users.info'])
})

it('asks Slack for twenty of the names in a form, and for no more at once', async () => {
  const { sayMuch, advance, openForm, askedWhile } = await startCrowd('member')
  const last = await sayMuch()
  await advance(1_000)
  const namesAsked = async () =>
    (await askedWhile(() => openForm(last))).filter(method => method === 'users.info').length
  // Twenty names, and who is asking.
  expect(await namesAsked()).toBe(21)
  expect(await namesAsked()).toBe(0)
})

it('asks Slack only who it is when a guest mentions the bot, replies, and edits what was refused', async () => {
  const { slack, gus, channel, command, cardTs, say, runDue, advance, askedWhile, told } = await startCrowd('guest')
  await command('job_8f2 first')
  await advance(2_000)
  const asked = await askedWhile(async () => {
    for (let at = 0; at < 6; at++) await say(`${BOT} job_8f2 ask ${crowd(at)}`)
    const messageTs = await say(`ask ${crowd(6)}`, cardTs())
    const edit = (at: number) => slack.edit({ user: gus, channel, messageTs, text: `ask ${crowd(at)}` })
    await edit(7)
    await runDue()
    for (let at = 8; at < 12; at++) await edit(at)
    await advance(3_000)
  })
  expect(asked).toEqual(['users.info'])
  expect(told(gus)).toHaveLength(8)
})

it('finds out who somebody is, however many names others have just mentioned', async () => {
  const { command, say, runDue, zoe } = await startCrowd('member')
  for (let at = 0; at < 6; at++) await say(`${BOT} job_8f2 ask ${crowd(at)}`)
  await runDue()
  expect(await command('job_8f2 shorten it', { by: zoe })).toBe('')
})

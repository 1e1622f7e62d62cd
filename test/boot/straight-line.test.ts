import { expect, it } from 'vitest'
import { SOURCE_PROGRAM } from '../support/bot-program.ts'
import { openWithBot } from './open-with-bot.ts'

const JOB = 'job_8f2'
const LINKS = ['https://github.com/acme/docs/pull/12', 'https://github.com/acme/docs/pull/13'] as const

it.for(['socket', 'http'] as const)('carries a command to two results, in real time, over %s', async transport => {
  const { slack, agent, channel, ana, ben, bot } = await openWithBot({ transport, entry: SOURCE_PROGRAM })
  agent.addJob({ id: JOB, status: 'completed' })

  const prompt = 'Use <div> & "quotes"'
  const command = await slack.command({ user: ana, channel, text: `${JOB} ${prompt}` })
  expect(command.acknowledged).toBe(true)
  expect(command.reply).toBeUndefined()
  const card = await slack.waitFor(
    () => slack.messages(channel).find(message => message.user === slack.botUserId),
    'the card'
  )
  const post = await agent.waitFor(() => agent.requests({ asked: 'send', answered: 200 })[0], 'the POST')
  expect(post).toMatchObject({
    method: 'POST',
    path: `/v2/agent/${agent.projectId}/job/${JOB}/message`,
    authorized: true,
    headers: { 'content-type': 'application/json' }
  })
  expect(post.body).toStrictEqual({ prompt })

  const readsBefore = agent.requests({ asked: 'read' }).length
  agent.finish(JOB, { prLink: LINKS[0] })
  const first = await slack.waitFor(() => slack.thread(channel, card.ts)[1], 'the result')
  expect(first).toMatchObject({ subtype: 'thread_broadcast', text: expect.stringContaining(LINKS[0]) })
  expect(first.text).toContain(`<@${ana}>`)
  expect(agent.requests({ asked: 'read' }).length).toBeGreaterThan(readsBefore)

  const reply = await slack.say({ user: ben, channel, text: 'shorten it', threadTs: card.ts })
  await agent.waitFor(() => agent.sends().length === 2, 'the second POST')
  expect(agent.requests({ asked: 'send' })[1]?.body).toStrictEqual({ prompt: 'shorten it' })
  agent.finish(JOB, { prLink: LINKS[1] })
  const second = await slack.waitFor(() => slack.thread(channel, card.ts)[3], 'the second result')
  expect(second).toMatchObject({ subtype: 'thread_broadcast', text: expect.stringContaining(LINKS[1]) })
  const marks = () => slack.reactions(channel, reply.ts).map(({ name }) => name)
  await slack.waitFor(() => marks().join() === 'white_check_mark', 'the mark on the reply')
  await slack.waitFor(() => slack.message(channel, card.ts)?.text.includes(LINKS[1]), 'the card to show the end')

  expect(agent.sends()).toHaveLength(2)
  expect(slack.thread(channel, card.ts)).toHaveLength(4)
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
})

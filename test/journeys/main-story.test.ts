import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const SOURCE = 'acme/docs on `agent/quickstart`'
const LINK = '<https://github.com/acme/docs/pull/12|pull request #12>'

it('takes a command to the pull request, and a reply in the thread to the next result', async () => {
  const journey = await startJourney()
  const { slack, agent, channel, ana, ben } = journey
  const job = { repository: 'https://github.com/acme/docs', ref: 'agent/quickstart', model: 'large-1' }
  agent.addJob({ id: 'job_8f2', status: 'completed', ...job })

  const prompt = 'Also add error handling examples to the quickstart'
  const command = await slack.command({ user: ana, channel, text: `job_8f2 ${prompt}` })
  expect(command.acknowledged).toBe(true)
  expect(command.reply).toBeUndefined()

  await journey.runDue()
  const card = journey.cardTs()
  expect(slack.message(channel, card)?.text).toBe(
    `⏳ *job_8f2* · working\n>${prompt}\n${SOURCE} · large-1 · <@U0ANA> · <!date^1795183200^since {time}|since 2026-11-20 14:00 UTC> · replies here go to the agent`
  )
  expect(agent.sends()).toMatchObject([{ jobId: 'job_8f2', prompt }])

  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await journey.advance(60_000)
  const [, result] = slack.thread(channel, card)
  expect(result).toMatchObject({
    subtype: 'thread_broadcast',
    text: `<@U0ANA>, *job_8f2* finished: ${LINK} is ready.\n>${prompt}\ntook 5 s · ${SOURCE}`
  })
  expect(JSON.stringify(result?.blocks)).toContain('"url":"https://github.com/acme/docs/pull/12"')
  expect(slack.message(channel, card)?.text).toBe(
    `✅ *job_8f2* · ready for review · ${LINK}\n>${prompt}\n${SOURCE} · large-1 · <@U0ANA> · took 5 s · replies here go to the agent`
  )

  const reply = await slack.say({ user: ben, channel, text: 'shorten the second example', threadTs: card })
  await journey.advance(2_000)
  expect(agent.sends()[1]).toMatchObject({ jobId: 'job_8f2', prompt: 'shorten the second example' })
  expect(slack.reactions(channel, reply.ts).map(({ name }) => name)).toEqual(['incoming_envelope'])

  await journey.advance(10_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await journey.advance(60_000)
  expect(slack.reactions(channel, reply.ts).map(({ name }) => name)).toEqual(['white_check_mark'])
  expect(slack.thread(channel, card).at(-1)?.text).toBe(
    `<@U0BEN>, *job_8f2* finished, still on ${LINK}.\n>shorten the second example\ntook 20 s · ${SOURCE}`
  )
  expect(slack.thread(channel, card)).toHaveLength(4)
})

it('takes a mention like a command, marks it, and goes on in the thread of its card, or in the one that the job has', async () => {
  const { agent, ana, ben, job, bot, mention, say, tell, advance, card, thread, told, sent, marks } =
    await startJourney()
  job('job_8f2')
  const ts = await mention('job_8f2 shorten the intro for <@U0BEN>', { by: ana })
  expect(card()).toBe(
    '⏳ *job_8f2* · working\n>shorten the intro for @Ben\n— example/shop on `main` · @Ana · since 14:00 · replies here go to the agent\n[🔔 Tell me]'
  )
  expect([told(), marks(ts)]).toEqual([[], '📨'])
  await tell(`${bot} and the title`)
  const elsewhere = await say('lunch?')
  await say(`${bot} job_8f2 and the end`, { to: elsewhere })
  const end = 'and the end\n\nFrom the thread above:\nBen (2026-11-20 14:00 UTC): lunch?'
  expect(sent()).toEqual(['shorten the intro for @Ben', 'and the title', end])
  expect(thread().at(-1)).toBe('bot: Follow-up from @Ben:\n>and the end\n— With 1 message from the thread')
  expect(told(ben)).toEqual([expect.stringContaining('*job_8f2* already has a thread here.')])
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  expect([thread().at(-1), marks(ts)]).toEqual([expect.stringContaining('finished'), '✅'])
})

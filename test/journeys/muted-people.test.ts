import { expect, it } from 'vitest'
import { type Journey, startWatching } from '../support/journey.ts'

const MUTED =
  'Muted: I won’t mention you in this thread. The work continues, and the card shows where it stands. Reply `unmute` to undo this.'
const UNMUTED = 'Unmuted: I’ll mention you in this thread again.'

it('brings the result without a mention to somebody who muted the thread, still answers them, and mentions the others', async () => {
  const { slack, agent, ana, ben, channel, cardTs, type, tell, advance, told, thread, restart } = await startWatching()
  await tell('mute', { by: ana })
  await tell('status', { by: ana })
  expect(told()).toEqual([MUTED, expect.stringContaining('*job_8f2*: *working*')])
  await restart()
  await type('job_8f2 add a title')
  expect(thread().at(-1)).toBe('bot: Follow-up:\n>add a title')
  agent.finish('job_8f2')
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: \*job_8f2\* finished: pull request/)
  await tell('shorten it')
  agent.finish('job_8f2')
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, \*job_8f2\* finished/)
  const said = slack.thread(channel, cardTs()).filter(({ user }) => user === slack.botUserId)
  expect(JSON.stringify(said.slice(1))).not.toContain(`<@${ana}>`)
  await tell('!Mute')
  await tell('unmute', { by: ana })
  expect([told().at(-1), told(ben)]).toEqual([UNMUTED, [MUTED]])
  await tell('and the end', { by: ana })
  agent.finish('job_8f2')
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/: @Ana, \*job_8f2\* finished/)
})

it('keeps the later choice though the answer to an earlier one is late', async () => {
  const { slack, ben, tell, advance, told, thread, agent } = await startWatching()
  slack.fail('chat.postEphemeral', { error: 'ratelimited', retryAfterS: 60, times: 1 })
  await tell('mute')
  await tell('unmute')
  await advance(90_000)
  expect(told(ben)).toEqual([UNMUTED, UNMUTED])
  await tell('shorten it')
  agent.finish('job_8f2')
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/@Ben, .*\*job_8f2\* finished/)
})

const DELETED = 'chat.update cant_update_message'
const STOPPED = 'I’ve stopped watching *job_8f2*: the job’s card in <#C0DOCS>'
const NOT_SENT = 'Not sent to *job_8f2*: the job’s card'
const deleteCard = (journey: Journey) => journey.remove(journey.cardTs())

type Happens = (journey: Journey) => unknown
type Lost = [what: string, limit: number, refusals: string[], happens: Happens, ana: string[], ben: string[]]

/** What happens to a thread that Ana muted, and what she and Ben are then told directly. */
const LOST: Lost[] = [
  ['its card is deleted', 100, [DELETED], deleteCard, [], [STOPPED]],
  ['what they want will never go out, as nothing else would say', 1, [DELETED], deleteCard, [NOT_SENT], [NOT_SENT]],
  [
    'its result cannot be posted',
    100,
    ['chat.postMessage is_archived', 'chat.update is_archived', 'reactions.add is_archived'],
    async ({ slack, agent, channel, advance }) => {
      slack.archive(channel)
      agent.finish('job_8f2')
      await advance(60_000)
    },
    [],
    ['I couldn’t write in <#C0DOCS>, so here it is:']
  ]
]

it.each(LOST)('writes directly to somebody who muted the thread no more than they need when %s', async (...row) => {
  const [, hourlyLimit, refusals, happens, toAna, toBen] = row
  const journey = await startWatching({ hourlyLimit, refusals })
  const { ana, ben, tell, reply, direct } = journey
  await tell('mute', { by: ana })
  await reply('shorten it')
  await tell('and the title', { by: ana })
  await happens(journey)
  expect([direct(ana), direct(ben)]).toEqual(
    [toAna, toBen].map(told => told.map(words => expect.stringContaining(words)))
  )
})

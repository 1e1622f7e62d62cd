import { expect, it } from 'vitest'
import { moveAway } from '../support/distant-server.ts'
import { openWithBot } from './open-with-bot.ts'

const SLACK_WAITS_MS = 3_000
// A machine that is busy with other tests may be too slow for one burst. Once, about half of each was refused.
const BURSTS = 3

it.for([
  [30, 10],
  [100, 50]
] as const)('takes %i commands at once, with a database that is %i ms away', async ([count, roundTripMs]) => {
  const behind = (url: string) => moveAway(url, roundTripMs)
  const { slack, agent, channel, ana, ben, database } = await openWithBot({ behind })
  const numbers = Array.from({ length: count }, (_, at) => at)
  for (const at of numbers) agent.addJob({ id: `job_${at}`, life: { ends: 'never' } })

  /** Whether all of them are accepted in time; the words differ in each burst. */
  async function burst(words: string): Promise<boolean> {
    const startedAt = performance.now()
    const answers = await Promise.all(
      numbers.map(async at => {
        const { acknowledged, reply } = await slack.command({
          user: at % 2 ? ana : ben,
          channel,
          text: `job_${at} ${words}`
        })
        return { isAccepted: acknowledged && reply === undefined, afterMs: performance.now() - startedAt }
      })
    )
    return answers.every(({ isAccepted, afterMs }) => isAccepted && afterMs < SLACK_WAITS_MS)
  }

  let bursts = 0
  let isTaken = false
  while (!isTaken && bursts < BURSTS) isTaken = await burst(`burst ${++bursts}`)
  expect(isTaken).toBe(true)
  const stored = await database.query('select job_id as job from followup.followup where prompt = $1', [
    `burst ${bursts}`
  ])
  expect(stored.map(({ job }) => job).toSorted()).toEqual(numbers.map(at => `job_${at}`).toSorted())
})

const REPLIES = Array.from({ length: 300 }, (_, at) => `step ${at}`)

it('takes 300 replies that come at once over HTTP, each at its first delivery', async () => {
  const { slack, agent, channel, ana } = await openWithBot({ transport: 'http' })
  agent.addJob({ id: 'job_1', life: { ends: 'never' } })
  await slack.command({ user: ana, channel, text: 'job_1 begin' })
  const card = await slack.waitFor(() => slack.messages(channel)[0], 'the card')
  await Promise.all(REPLIES.map(text => slack.say({ user: ana, channel, text, threadTs: card.ts })))
  const brought = slack.deliveries().filter(({ payload }) => JSON.stringify(payload).includes('"step '))
  expect(brought.map(({ attempts }) => attempts.map(({ kind }) => kind))).toEqual(REPLIES.map(() => ['acknowledged']))
})

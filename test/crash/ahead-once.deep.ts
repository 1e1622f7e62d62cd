import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'
import { typeCommand } from './walk-the-line.ts'

const AT_ONCE = 3
const MINUTES = 60_000
const COMMANDS = ['job_1 one', 'job_2 two', 'job_2 three']

/** Three commands in one channel. What was sent without its card, what is left of it, and the crossings since they were typed. */
async function sendAhead(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ana, channel, bots, database, crossings, goOnUntil } = scene
    for (const id of ['job_1', 'job_2']) agent.addJob({ id, life: { worksMs: 1_000, ends: 'completed' } })
    for (const text of COMMANDS) await typeCommand(scene, { user: ana, channel, text })
    const before = crossings.length
    const cards = () => slack.messages(channel).filter(({ thread_ts, ts }) => (thread_ts ?? ts) === ts)
    let mostAhead = 0
    await goOnUntil(() => {
      mostAhead = Math.max(mostAhead, agent.sends().length - cards().length)
      return false
    })
    const [row = {}] = await database.query(
      `select (select count(*)::int from followup.task) + (select count(*)::int from followup.view where state <> 'posted') as left,
         (select string_agg(distinct state, ' ') from followup.followup) as states, (select count(distinct thread_ts)::int from followup.followup) as threads`
    )
    const operations = slack.messages(channel).map(({ metadata }) => String(metadata?.event_payload.operation))
    return {
      where: options.killAt ?? 'nowhere',
      wasKilled: bots.some(bot => bot.isDead()),
      crossings: crossings.slice(before),
      mostAhead,
      sent: agent.sends().map(({ prompt }) => prompt),
      states: String(row.states),
      outcome: {
        asked: Math.max(...COMMANDS.map(text => askedFor(agent.requests({ asked: 'send' }), text))),
        left: Number(row.left),
        cards: cards().length,
        threads: Number(row.threads),
        twice: operations.length - new Set(operations).size
      }
    }
  } finally {
    await scene.end()
  }
}

const askedFor = (requests: { body?: unknown }[], command: string) =>
  requests.filter(({ body }) => JSON.stringify(body) === JSON.stringify({ prompt: command.split(' ')[1] })).length

it('what is sent without waiting for its card is sent once and shown once, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const undisturbed = await sendAhead({})
  const outcome = { asked: 1, left: 0, cards: 2, threads: 2, twice: 0 }
  expect(undisturbed).toMatchObject({ mostAhead: 2, outcome })
  expect(undisturbed.sent.toSorted()).toEqual(['one', 'three', 'two'])
  const kills = someTellingKills(undisturbed.crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => sendAhead({ killAt }), { concurrency: AT_ONCE })
  for (const { where, wasKilled, sent, states, outcome: left } of walks) {
    expect([where, wasKilled, left]).toEqual([where, true, outcome])
    expect([where, states]).toEqual([where, expect.stringMatching(/^(finished|unwatched|finished unwatched)$/)])
    const ofSecond = sent.filter(words => words !== 'one')
    expect([where, ofSecond]).toEqual([where, ['two', 'three'].filter(words => sent.includes(words))])
  }
})

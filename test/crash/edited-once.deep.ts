import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const PROMPT = 'run the tests'
const AT_ONCE = 3
const MINUTES = 60_000

/** Ben's mention names no time, which he puts right by editing it. What comes of it, and the crossings until it is sent. */
async function editAndGo(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ben, channel, bots, database, crossings, delivered, goOnUntil } = scene
    agent.addJob({ id: JOB, life: { worksMs: 20_000, ends: 'completed' } })
    const said = (words: string) => `<@${slack.botUserId}> ${JOB} ${words}`
    const { ts: messageTs } = await slack.say({ user: ben, channel, text: said(`tomorrow: ${PROMPT}`) })
    await delivered()
    await goOnUntil(() => slack.ephemerals(channel, ben).length > 0)
    await slack.edit({ user: ben, channel, messageTs, text: said(`now: ${PROMPT}`) })
    await delivered()
    await goOnUntil(() => agent.sends().length > 0)
    const until = crossings.length
    await goOnUntil(() => false)
    const results = slack
      .messages(channel)
      .filter(({ text }) => /<@U0BEN>.*finished|maybe delivered: |unclear whether/.test(text))
    const [row = {}] = await database.query(
      `select (select count(*)::int from followup.task) + (select count(*)::int from followup.view where state <> 'posted') as left,
         (select string_agg(state, ' ') from followup.followup) as states`
    )
    return {
      where: options.killAt ?? 'nowhere',
      wasKilled: bots.some(bot => bot.isDead()),
      crossings: crossings.slice(0, until),
      outcome: {
        asked: agent.requests({ asked: 'send' }).length,
        isTold: results.length > 0,
        left: Number(row.left),
        states: String(row.states)
      }
    }
  } finally {
    await scene.end()
  }
}

it('what was not sent and is edited is sent once, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const undisturbed = await editAndGo({})
  expect(undisturbed.outcome).toEqual({ asked: 1, isTold: true, left: 0, states: 'finished' })
  const kills = someTellingKills(undisturbed.crossings)
  expect(kills.length).toBeGreaterThan(5)
  const walks = await pMap(kills, killAt => editAndGo({ killAt }), { concurrency: AT_ONCE })
  for (const { where, wasKilled, outcome } of walks) {
    expect([where, wasKilled]).toEqual([where, true])
    expect([where, outcome.asked <= 1, outcome.isTold, outcome.left]).toEqual([where, true, true, 0])
    expect([where, outcome.states]).toEqual([where, expect.stringMatching(/^(finished|unwatched)$/)])
  }
})

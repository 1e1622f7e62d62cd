import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const PROMPT = 'run the tests'
const LINK = 'https://github.com/acme/docs/pull/12'
const AT_ONCE = 3
const MINUTES = 60_000

/** Ana's command waits for a job that is at work; the job ends. What is left of both, and the crossings since its card. */
async function waitAndGo(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ana, channel, bots, database, crossings, delivered, goOnUntil } = scene
    agent.addJob({ id: JOB, status: 'active', life: { ends: 'never' } })
    const isCard = () => slack.messages(channel).some(({ text }) => text.includes('waiting until the job is idle'))
    await slack.command({ user: ana, channel, text: `${JOB} when idle: ${PROMPT}` })
    await delivered()
    await goOnUntil(isCard)
    const before = crossings.length
    agent.finish(JOB, { prLink: null })
    await goOnUntil(() => agent.sends().length > 0)
    if (agent.sends().length > 0) agent.finish(JOB, { prLink: LINK })
    await goOnUntil(() => false)
    const [row = {}] = await database.query(
      `select (select count(*)::int from followup.task) + (select count(*)::int from followup.view where state <> 'posted') as left,
         (select string_agg(state, ' ') from followup.followup) as states`
    )
    const asked = agent.requests({ asked: 'send' }).length
    const results = slack
      .messages(channel)
      .filter(({ text }) => /finished: |maybe delivered: |unclear whether/.test(text))
    return {
      where: options.killAt ?? 'nowhere',
      wasKilled: bots.some(bot => bot.isDead()),
      crossings: crossings.slice(before),
      outcome: { asked, isTold: results.length > 0, left: Number(row.left), states: String(row.states) }
    }
  } finally {
    await scene.end()
  }
}

it('what waited is sent once, wherever the process is killed, or people are told that nobody knows', {
  timeout: 20 * MINUTES
}, async () => {
  const undisturbed = await waitAndGo({})
  expect(undisturbed.outcome).toEqual({ asked: 1, isTold: true, left: 0, states: 'finished' })
  const kills = someTellingKills(undisturbed.crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => waitAndGo({ killAt }), { concurrency: AT_ONCE })
  for (const { where, wasKilled, outcome } of walks) {
    expect([where, wasKilled]).toEqual([where, true])
    expect([where, outcome.asked <= 1, outcome.isTold, outcome.left]).toEqual([where, true, true, 0])
    expect([where, outcome.states]).toEqual([where, expect.stringMatching(/^(finished|unwatched)$/)])
  }
})

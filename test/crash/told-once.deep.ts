import pMap from 'p-map'
import { expect, it } from 'vitest'
import { tellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const LINK = 'https://github.com/acme/docs/pull/12'
const AT_ONCE = 3
const MINUTES = 60_000

/** Ben watches a job and looks at his home; the job ends. What he is left with, and the crossings since it ended. */
async function watchToItsEnd(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ben, channel, bots, database, crossings, delivered, goOnUntil } = scene
    agent.addJob({ id: JOB, status: 'active', life: { ends: 'never' } })
    await slack.openHome({ user: ben })
    await slack.command({ user: ben, channel, text: `watch ${JOB}` })
    await slack.waitFor(() => slack.ephemerals(channel, ben).length === 1, 'the promise')
    await goOnUntil(() => JSON.stringify(slack.homeOf(ben)?.blocks).includes(JOB))
    const before = crossings.length
    agent.finish(JOB, { prLink: LINK })
    await delivered()
    await goOnUntil(() => false)
    const [{ count: left } = { count: 'none' }] = await database.query(
      `select count(*) from (select id from followup.task union all select id from followup.watch
         union all select id from followup.view where state <> 'posted') as left_over`
    )
    const told = slack.messages(slack.directChannel(ben).id)
    return {
      where: options.killAt ?? 'nowhere',
      crossings: crossings.slice(before),
      wasKilled: bots.some(bot => bot.isDead()),
      told: told.map(({ text }) => text.split(':')[0]),
      isStillInHome: JSON.stringify(slack.homeOf(ben)?.blocks).includes(JOB),
      left: Number(left)
    }
  } finally {
    await scene.end()
  }
}

it('tells whoever watches a job once that it ended, and shows so in their home, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings, ...undisturbed } = await watchToItsEnd({})
  const end = { told: [`*${JOB}* has finished`], isStillInHome: false, left: 0 }
  expect(undisturbed).toEqual({ where: 'nowhere', wasKilled: false, ...end })
  const kills = tellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => watchToItsEnd({ killAt }), { concurrency: AT_ONCE })
  expect(walks.map(({ crossings: _, ...walk }) => walk)).toEqual(
    kills.map(where => ({ where, wasKilled: true, ...end }))
  )
})

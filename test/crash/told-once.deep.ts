import pMap from 'p-map'
import { expect, it } from 'vitest'
import { QUIET } from '../../src/followups/rules/setting.ts'
import { choose } from '../../src/followups/stores/setting-store.ts'
import { messageTimeMs } from '../../src/slack/slack-text.ts'
import { tellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const LINK = 'https://github.com/acme/docs/pull/12'
const AT_ONCE = 3
const MINUTES = 60_000
const FOUR_IN_PARIS = Date.UTC(2026, 10, 20, 15)

type Walk = SceneOptions & {
  /** Ben is in Paris, where it is three in the afternoon. */
  quiet?: '15:00-16:00'
}

/** Ben watches a job and looks at his home; the job ends. What he is left with, and the crossings since it ended. */
async function watchToItsEnd({ quiet, ...options }: Walk) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ben, channel, bots, database, crossings, delivered, goOnUntil } = scene
    const { teamId } = slack
    if (quiet) await choose(database, { teamId, userId: ben }, QUIET, { value: quiet, by: ben, atMs: 0 })
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
         union all select id from followup.post where state <> 'posted') as left_over`
    )
    const told = slack.messages(slack.directChannel(ben).id)
    return {
      where: options.killAt ?? 'nowhere',
      crossings: crossings.slice(before),
      wasKilled: bots.some(bot => bot.isDead()),
      told: told.map(({ text }) => text.split(':')[0]),
      wasToldInTime: told.every(({ ts }) => quiet === undefined || messageTimeMs(ts) >= FOUR_IN_PARIS),
      isStillInHome: JSON.stringify(slack.homeOf(ben)?.blocks).includes(JOB),
      left: Number(left)
    }
  } finally {
    await scene.end()
  }
}

async function tellOnceWherever(quiet?: Walk['quiet']): Promise<void> {
  const { crossings, ...undisturbed } = await watchToItsEnd({ quiet })
  const end = { told: [`*${JOB}* has finished`], wasToldInTime: true, isStillInHome: false, left: 0 }
  expect(undisturbed).toEqual({ where: 'nowhere', wasKilled: false, ...end })
  const kills = tellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => watchToItsEnd({ killAt, quiet }), { concurrency: AT_ONCE })
  expect(walks.map(({ crossings: _, ...walk }) => walk)).toEqual(
    kills.map(where => ({ where, wasKilled: true, ...end }))
  )
}

it(
  'tells whoever watches a job once that it ended, and shows so in their home, wherever the process is killed',
  {
    timeout: 20 * MINUTES
  },
  () => tellOnceWherever()
)

it(
  'tells it once to somebody with quiet hours when they end, wherever the process is killed',
  {
    timeout: 20 * MINUTES
  },
  () => tellOnceWherever('15:00-16:00')
)

import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const LINK = 'https://github.com/acme/docs/pull/12'
const WORKS_MS = 4 * 60_000
const AT_ONCE = 3
const MINUTES = 60_000

/** Work begins, goes on for minutes, and ends. What its thread says in the end, and the crossings since the card. */
async function workAndEnd(options: SceneOptions) {
  const scene = await openScene({ ...options, env: { SLACK_THREAD_STATUS: 'on' } })
  try {
    const { slack, agent, ana, channel, bots, database, crossings, delivered, goOnUntil, wakeUp } = scene
    agent.addJob({ id: JOB, life: { worksMs: WORKS_MS, ends: 'completed', pullRequest: LINK } })
    await slack.command({ user: ana, channel, text: `${JOB} go on` })
    await delivered()
    await goOnUntil(() => slack.messages(channel).length > 0)
    const before = crossings.length
    await goOnUntil(() => false)
    await wakeUp()
    await goOnUntil(() => false)
    const [{ count: left } = { count: 'none' }] = await database.query(
      `select count(*) from (select id from followup.task union all select thread_ts from followup.thread_status
         union all select id from followup.post where state <> 'posted') as left_over`
    )
    const shown = slack.calls('assistant.threads.setStatus').filter(({ params }) => params.status !== '')
    return {
      where: options.killAt ?? options.pauseAt ?? 'nowhere',
      crossings: crossings.slice(before),
      wasStopped: bots.some(bot => bot.isDead() || bot.wasPaused()),
      wasShown: shown.length > 0,
      notCleared: slack.threadStatusesNotCleared(),
      isTold: slack.messages(channel).length > 1,
      left: Number(left)
    }
  } finally {
    await scene.end()
  }
}

const END = { wasShown: true, notCleared: [], isTold: true, left: 0 }

async function endEverywhere(stops: SceneOptions[]): Promise<void> {
  const walks = await pMap(stops, workAndEnd, { concurrency: AT_ONCE })
  expect(walks.map(({ crossings: _, ...walk }) => walk)).toEqual(
    stops.map(({ killAt, pauseAt }) => ({ where: killAt ?? pauseAt, wasStopped: true, ...END }))
  )
}

it('says no longer that the agent is working once it is not, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings, ...undisturbed } = await workAndEnd({})
  expect(undisturbed).toEqual({ where: 'nowhere', wasStopped: false, ...END })
  const kills = someTellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  await endEverywhere(kills.map(killAt => ({ killAt })))
})

it('says so no longer either if one of two processes pauses at the call and wakes up much later', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings } = await workAndEnd({ processes: 2 })
  const pauses = crossings.filter(crossing => crossing.includes('slack.setThreadStatus'))
  expect(pauses.length).toBeGreaterThan(5)
  await endEverywhere(pauses.map(pauseAt => ({ pauseAt, processes: 2 })))
})

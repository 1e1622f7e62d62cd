import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOBS = ['job_8f2', 'job_c90']
const HOUR_MS = 3_600_000
const WEEKEND_MS = 63 * HOUR_MS
const AT_ONCE = 3
const MINUTES = 60_000

/** Two jobs end over a weekend in which no bot runs. What the channel is left with on Monday, and the crossings since then. */
async function comeBack(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ana, channel, bots, database, crossings, delivered, goOnUntil, offline } = scene
    for (const id of JOBS) {
      agent.addJob({ id, repository: 'https://github.com/acme/docs', life: { worksMs: HOUR_MS } })
      await slack.command({ user: ana, channel, text: `${id} add examples to ${id}` })
      await delivered()
      const cards = () => slack.messages(channel).filter(({ text }) => text.startsWith(`⏳ *${id}* · working`))
      await goOnUntil(() => cards().length === 1)
    }
    await offline(WEEKEND_MS)
    const before = crossings.length
    await goOnUntil(() => false)
    const messages = slack.messages(channel).map(({ text, subtype }) => ({ text, subtype }))
    const [{ count: left } = { count: 'none' }] = await database.query(
      `select count(*) from (select id from followup.task union all select id from followup.view where state <> 'posted') as left_over`
    )
    return {
      where: options.killAt ?? 'nowhere',
      crossings: crossings.slice(before),
      wasKilled: bots.slice(1).some(bot => bot.isDead()),
      results: messages
        .filter(({ text }) => text.includes('last seen working'))
        .map(({ subtype }) => subtype ?? 'in the thread'),
      left: Number(left)
    }
  } finally {
    await scene.end()
  }
}

it('tells each thread its late result once, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings, ...undisturbed } = await comeBack({})
  const end = { results: ['thread_broadcast', 'thread_broadcast'], left: 0 }
  expect(undisturbed).toEqual({ where: 'nowhere', wasKilled: false, ...end })
  const kills = someTellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => comeBack({ killAt }), { concurrency: AT_ONCE })
  expect(walks.map(({ crossings: _, ...walk }) => walk)).toEqual(
    kills.map(where => ({ where, wasKilled: true, ...end }))
  )
})

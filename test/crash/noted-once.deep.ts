import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'
import { JOB, typeCommand } from './walk-the-line.ts'

const AT_ONCE = 3
const MINUTES = 60_000

/** Ana's instruction is under way when Ben sends one from another channel. What hers shows of that, and the crossings since. */
async function steerFromTwo(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ana, ben, channel, bots, database, crossings, delivered, goOnUntil } = scene
    const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
    agent.addJob({ id: JOB, life: { worksMs: 10 * MINUTES } })
    await slack.command({ user: ana, channel, text: `${JOB} add examples` })
    await delivered()
    await goOnUntil(() => agent.sends().length === 1)
    const before = crossings.length
    await typeCommand(scene, { user: ben, channel: api, text: `${JOB} add tests` })
    await delivered()
    await goOnUntil(() => JSON.stringify(slack.messages(channel)).includes('Also steered'))
    const since = crossings.slice(before)
    await goOnUntil(() => false)
    const [card] = slack.messages(channel)
    const [{ count: left } = { count: 'none' }] = await database.query(
      `select count(*) from (select id from followup.task union all select id from followup.post where state <> 'posted') as left_over`
    )
    return {
      where: options.killAt ?? 'nowhere',
      crossings: since,
      wasKilled: bots.some(bot => bot.isDead()),
      sent: agent.sends().length,
      card: /Also steered from <#C0API>: 1 instruction/.test(card?.text ?? ''),
      notes: slack.thread(channel, card?.ts ?? '').filter(({ text }) => text.startsWith('↪')).length,
      left: Number(left)
    }
  } finally {
    await scene.end()
  }
}

it('notes once in another thread what was sent to its job, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings, ...undisturbed } = await steerFromTwo({})
  const end = { card: true, notes: 1, left: 0 }
  expect(undisturbed).toEqual({ where: 'nowhere', wasKilled: false, sent: 2, ...end })
  const kills = someTellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => steerFromTwo({ killAt }), { concurrency: AT_ONCE })
  // Killed while it is sent, nobody knows whether it was.
  expect(walks.map(({ crossings: _, sent: __, ...walk }) => walk)).toEqual(
    kills.map(where => ({ where, wasKilled: true, ...end }))
  )
})

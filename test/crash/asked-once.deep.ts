import pMap from 'p-map'
import { expect, it } from 'vitest'
import { rememberWork } from '../support/usual-work.ts'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const REPOSITORY = 'https://github.com/acme/docs'
const FIVE_MINUTES_MS = 300_000
/** About as many crossings as the look has that finds it, and the message that follows. */
const LAST_LOOK = 30
const AT_ONCE = 3
const MINUTES = 60_000

/** Work takes longer than usual, and ends. What the thread says of that, and the crossings since the look that found it. */
async function workForLong(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ana, channel, bots, database, crossings, delivered, goOnUntil } = scene
    await rememberWork(
      database,
      REPOSITORY,
      Array.from({ length: 5 }, () => FIVE_MINUTES_MS)
    )
    agent.addJob({ id: JOB, repository: REPOSITORY, life: { worksMs: 4 * FIVE_MINUTES_MS } })
    await slack.command({ user: ana, channel, text: `${JOB} add examples` })
    await delivered()
    await goOnUntil(() => slack.messages(channel).some(({ text }) => text.includes('still working after')))
    const asked = crossings.length
    await goOnUntil(() => false)
    const [card] = slack.messages(channel)
    return {
      where: options.killAt ?? 'nowhere',
      crossings: crossings.slice(Math.max(asked - LAST_LOOK, 0)),
      wasKilled: bots.some(bot => bot.isDead()),
      thread: slack
        .thread(channel, card?.ts ?? '')
        .slice(1)
        .map(({ text }) => text.split(/ after|:/)[0])
    }
  } finally {
    await scene.end()
  }
}

it('asks once about work that takes long, and says there that it has ended, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings, ...undisturbed } = await workForLong({})
  const thread = [`*${JOB}* was still working`, `<@U0ANA>, *${JOB}* finished`]
  expect(undisturbed).toEqual({ where: 'nowhere', wasKilled: false, thread })
  const kills = someTellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => workForLong({ killAt }), { concurrency: AT_ONCE })
  expect(walks.map(({ crossings: _, ...walk }) => walk)).toEqual(
    kills.map(where => ({ where, wasKilled: true, thread }))
  )
})

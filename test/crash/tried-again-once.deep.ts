import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type Scene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const WORDS = 'add error handling examples'
const AT_ONCE = 3
const PRESSES = 3
const MINUTES = 60_000

/** A job has failed, and Ana presses Try again until Slack says that it worked. What is left, and the crossings since then. */
async function tryAgain(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ana, channel, bots, database, crossings, goOnUntil } = scene
    agent.addJob({ id: JOB, life: { ends: 'never' } })
    await slack.command({ user: ana, channel, text: `${JOB} ${WORDS}` })
    await goOnUntil(() => agent.sends().length === 1)
    agent.failJob(JOB)
    await goOnUntil(() => false)
    const before = crossings.length
    await press(scene)
    await goOnUntil(() => agent.sends().length === 2)
    agent.finish(JOB, { prLink: 'https://github.com/acme/docs/pull/12' })
    await goOnUntil(() => false)
    const rows = await database.query('select state from followup.followup order by in_line_at_ms')
    const [{ count: left } = { count: 'none' }] = await database.query(
      `select count(*) from (select id from followup.task union all select id from followup.view where state <> 'posted') as left_over`
    )
    const said = slack.messages(channel).map(({ metadata }) => metadata?.event_payload.operation)
    const notices = slack.messages(channel).filter(({ text }) => /maybe delivered|unclear whether/.test(text))
    const [sends, isInDoubt] = [agent.sends().length, notices.length > 0]
    return {
      where: options.killAt ?? 'nowhere',
      crossings: crossings.slice(before),
      wasKilled: bots.some(bot => bot.isDead()),
      instructions: rows.length,
      isOver: rows.every(({ state }) => state === 'finished' || (isInDoubt && state === 'unwatched')),
      // One that was cut off is in doubt, and nobody repeats it.
      isSentOnceMore: sends === 2 || (isInDoubt && sends === 1),
      repeated: said.filter((operation, at) => operation !== undefined && said.indexOf(operation) !== at),
      left: Number(left)
    }
  } finally {
    await scene.end()
  }
}

async function press({ slack, ana, channel, bots, delivered }: Scene): Promise<void> {
  const messageTs = slack.messages(channel).find(({ text }) => text.includes('failed. Reply here'))?.ts ?? ''
  for (let times = 0; times < PRESSES; times++) {
    const shown = JSON.stringify(slack.message(channel, messageTs)?.blocks)
    if (!shown.includes('"try-again"')) return
    const { acknowledged } = await slack.press({ user: ana, channel, messageTs, actionId: 'try-again' })
    if (acknowledged) return
    await Promise.race(bots.map(bot => bot.stopped))
    await delivered()
  }
}

it('sends once more what failed, however often it is pressed, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings, ...undisturbed } = await tryAgain({})
  const end = { instructions: 2, isOver: true, isSentOnceMore: true, repeated: [], left: 0 }
  expect(undisturbed).toEqual({ where: 'nowhere', wasKilled: false, ...end })
  const kills = someTellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => tryAgain({ killAt }), { concurrency: AT_ONCE })
  expect(walks.map(({ crossings: _, ...walk }) => walk)).toEqual(
    kills.map(where => ({ where, wasKilled: true, ...end }))
  )
})

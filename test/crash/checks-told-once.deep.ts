import pMap from 'p-map'
import { expect, it } from 'vitest'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const LINK = 'https://github.com/acme/docs/pull/12'
const AT_ONCE = 3
const MINUTES = 60_000

/** A pull request is told, its checks fail, and it is merged. What people read then, and the crossings since it was told. */
async function failAndMerge(options: SceneOptions) {
  const github = await createStandInGithub()
  const scene = await openScene({ ...options, env: { GITHUB_TOKEN: github.token, GITHUB_API_URL: github.url } })
  try {
    const { slack, agent, ana, channel, bots, database, crossings, delivered, goOnUntil } = scene
    const said = () => slack.messages(channel).filter(({ user }) => user === slack.botUserId)
    agent.addJob({ id: JOB })
    await slack.command({ user: ana, channel, text: `${JOB} go on` })
    await delivered()
    await goOnUntil(() => agent.sends().length === 1)
    agent.finish(JOB, { prLink: LINK })
    await goOnUntil(() => said().length === 2)
    const before = crossings.length
    github.setPullRequest(LINK, { checks: 'failed' })
    await goOnUntil(() => said().some(({ text }) => text.includes('the checks of')))
    github.setPullRequest(LINK, { state: 'merged' })
    await goOnUntil(() => false)
    const [{ count: left } = { count: 'none' }] = await database.query(
      `select count(*) from (select id from followup.task union all select id from followup.view where state <> 'posted'
         union all select link from followup.pull_request where look_at_ms is not null) as left_over`
    )
    return {
      where: options.killAt ?? 'nowhere',
      crossings: crossings.slice(before),
      wasKilled: bots.some(bot => bot.isDead()),
      said: said().map(({ text }) => /merged/i.exec(text)?.[0]),
      left: Number(left)
    }
  } finally {
    await scene.end()
    await github.stop()
  }
}

it('says once that the checks failed, and shows in the end that it was merged, wherever the process is killed', {
  timeout: 20 * MINUTES
}, async () => {
  const { crossings, ...undisturbed } = await failAndMerge({})
  const end = { said: ['merged', 'Merged', 'merged'], left: 0 }
  expect(undisturbed).toEqual({ where: 'nowhere', wasKilled: false, ...end })
  const kills = someTellingKills(crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => failAndMerge({ killAt }), { concurrency: AT_ONCE })
  expect(walks.map(({ crossings: _, ...walk }) => walk)).toEqual(
    kills.map(where => ({ where, wasKilled: true, ...end }))
  )
})

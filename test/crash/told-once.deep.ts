import { it } from 'vitest'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { countLeft, expectEverywhere, inScene, WALKS_LONG } from './kill-everywhere.ts'
import { openScene, type Scene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const JOBS = [JOB, 'job_c90']
const LINK = 'https://github.com/acme/docs/pull/12'
const HOUR_MS = 3_600_000
const WEEKEND_MS = 63 * HOUR_MS

/** Ben watches a job and looks at his home; the job ends. */
async function watchToItsEnd({ slack, agent, ben, channel, database, crossings, delivered, goOnUntil }: Scene) {
  const isInHome = () => JSON.stringify(slack.homeOf(ben)?.blocks).includes(JOB)
  agent.addJob({ id: JOB, status: 'active', life: { ends: 'never' } })
  await slack.openHome({ user: ben })
  await slack.command({ user: ben, channel, text: `watch ${JOB}` })
  await slack.waitFor(() => slack.ephemerals(channel, ben).length === 1, 'the promise')
  await goOnUntil(isInHome)
  const before = crossings.length
  agent.finish(JOB, { prLink: LINK })
  await delivered()
  await goOnUntil(() => false)
  const told = slack.messages(slack.directChannel(ben).id).map(({ text }) => text.split(':')[0])
  const left = await countLeft(database, 'union all select id from followup.watch')
  return { seen: { told, isStillInHome: isInHome(), left }, telling: crossings.slice(before) }
}

it(
  'tells whoever watches a job once that it ended, and shows so in their home, wherever the process is killed',
  WALKS_LONG,
  () => expectEverywhere(watchToItsEnd, inScene, { told: [`*${JOB}* finished`], isStillInHome: false, left: 0 })
)

/** Two jobs end over a weekend in which no bot runs. */
async function comeBack({ slack, agent, ana, channel, database, crossings, delivered, goOnUntil, offline }: Scene) {
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
  const late = slack.messages(channel).filter(({ text }) => text.includes('last seen working'))
  const results = late.map(({ subtype }) => subtype ?? 'in the thread')
  return { seen: { results, left: await countLeft(database) }, telling: crossings.slice(before) }
}

it('tells each thread its late result once, wherever the process is killed', WALKS_LONG, () =>
  expectEverywhere(comeBack, { ...inScene, ended: 1 }, { results: ['thread_broadcast', 'thread_broadcast'], left: 0 })
)

async function openWithGithub(options: SceneOptions) {
  const github = await createStandInGithub()
  const scene = await openScene({ ...options, env: { GITHUB_TOKEN: github.token, GITHUB_API_URL: github.url } })
  return { ...scene, github, end: () => scene.end().finally(() => github.stop()) }
}

/** A pull request is told, its checks fail, and it is merged. */
async function failAndMerge(scene: Awaited<ReturnType<typeof openWithGithub>>) {
  const { slack, agent, github, ana, channel, database, crossings, delivered, goOnUntil } = scene
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
  const looks = 'union all select link from followup.pull_request where look_at_ms is not null'
  const seen = {
    said: said().map(({ text }) => /merged|failed earlier/i.exec(text)?.[0]),
    left: await countLeft(database, looks)
  }
  return { seen, telling: crossings.slice(before) }
}

it(
  'says once that the checks failed, and shows in the end that it was merged, wherever the process is killed',
  WALKS_LONG,
  () =>
    expectEverywhere(failAndMerge, { open: openWithGithub }, { said: ['merged', 'Merged', 'failed earlier'], left: 0 })
)

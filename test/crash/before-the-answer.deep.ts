import { expect, it, onTestFinished } from 'vitest'
import { openForm } from '../support/use-form.ts'
import { openScene, type Scene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const REPLY = 'shorten the second example'

async function open(options: SceneOptions): Promise<Scene> {
  const scene = await openScene(options)
  onTestFinished(() => scene.end())
  scene.agent.addJob({ id: JOB })
  return scene
}

/** Until nothing is left to do. As soon as the agent has the expected number of follow-ups, the job is finished. */
async function drain({ agent, goOnUntil }: Scene, sends: number): Promise<void> {
  await goOnUntil(() => sends > 0 && agent.sends().length === sends)
  if (sends > 0) agent.finish(JOB, { prLink: `https://github.com/acme/docs/pull/${sends}` })
  await goOnUntil(() => false)
}

const fromBot = ({ slack, channel }: Scene) =>
  slack.messages(channel).filter(message => message.user === slack.botUserId)

async function commandKilled(killAt: string, sends: number): Promise<Scene> {
  const scene = await open({ killAt })
  const { slack, ana, channel } = scene
  const command = await slack.command({ user: ana, channel, text: `${JOB} go on` })
  expect(command.acknowledged).toBe(false)
  expect(command.reply?.text).toContain('failed')
  await scene.bots[0]?.stopped
  await scene.delivered()
  await drain(scene, sends)
  return scene
}

it('forgets a command that was not stored, as the person was told', async () => {
  const scene = await commandKilled('before enqueue #1', 0)
  expect(fromBot(scene)).toEqual([])
  expect(scene.agent.requests()).toEqual([])
})

it('shows a command that was stored though the person was told it failed, and sends it once', async () => {
  const scene = await commandKilled('after database.transaction #1', 1)
  expect(fromBot(scene)).toMatchObject([
    { text: expect.stringContaining(`✅ *${JOB}* · ready for review · <`) },
    { text: expect.stringContaining('pull request #1> is ready') }
  ])
  expect(scene.agent.sends()).toHaveLength(1)
})

it.for([
  { when: 'before', killAt: 'before enqueue #1' },
  { when: 'after', killAt: 'after database.transaction #1' }
])('sends a form once if Send is pressed again after a kill $when it was stored', async ({ killAt }) => {
  const scene = await open({ killAt })
  const { slack, agent, ana: user, channel } = scene
  await openForm({ slack, user, channel, jobId: JOB })
  expect(await slack.submitView({ user, values: { words: 'go on' } })).toMatchObject({ acknowledged: false })
  await scene.bots[0]?.stopped
  await scene.delivered()
  expect(await slack.submitView({ user })).toMatchObject({ acknowledged: true, errors: undefined })
  expect(slack.views(user)).toEqual([])
  await drain(scene, 1)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['go on'])
})

/** Up to a thread with a result and a reply in it. Returns how many transactions came before the reply. */
async function replyInThread(scene: Scene): Promise<number> {
  const { slack, ana, ben, channel, crossings } = scene
  await slack.command({ user: ana, channel, text: `${JOB} go on` })
  await drain(scene, 1)
  const before = crossings.filter(name => name.startsWith('before database.transaction')).length
  const [card] = fromBot(scene)
  await slack.say({ user: ben, channel, text: REPLY, threadTs: card?.ts })
  await scene.delivered()
  return before
}

let undisturbed: Promise<number> | undefined

it.for(['before', 'after'])('takes a reply that Slack delivers again after a kill %s it was stored', async when => {
  undisturbed ??= open({}).then(replyInThread)
  const scene = await open({ killAt: `${when} database.transaction #${(await undisturbed) + 1}` })
  await replyInThread(scene)
  expect(scene.bots[0]?.isDead()).toBe(true)
  const delivery = scene.slack.deliveries().find(({ payload }) => JSON.stringify(payload).includes(REPLY))
  const attempts = delivery?.attempts.map(({ kind }) => kind) ?? []
  expect([attempts.at(0), attempts.at(-1)]).toEqual(['failed', 'acknowledged'])
  await drain(scene, 2)
  expect(scene.agent.sends().map(({ prompt }) => prompt)).toEqual(['go on', REPLY])
})

import { judge } from '../judge/judge.ts'
import { readLedger } from '../judge/ledger.ts'
import { eventually } from '../support/eventually.ts'
import { openScene, type Scene, type SceneOptions } from './scene.ts'

export const JOB = 'job_8f2'
const FIRST = 'instruction 1'
const SECOND = 'instruction 2'
const LINKS = { [FIRST]: 'https://github.com/acme/docs/pull/12', [SECOND]: 'https://github.com/acme/docs/pull/13' }
const TYPES_AGAIN = 4

export type Walk = { crossings: string[]; wasStopped: boolean; maybeDelivered: number; problems: string[] }

/**
 * The whole line: command → card → read → claim → POST → looks → result → card → reply → reactions → second result. People do
 * what people do: if they are told that a command failed, they type it again.
 */
export async function walkTheLine(options: SceneOptions): Promise<Walk> {
  const scene = await openScene(options)
  try {
    scene.agent.addJob({ id: JOB })
    await typeCommand(scene, { user: scene.ana, channel: scene.channel, text: `${JOB} ${FIRST}` })
    await carryThrough(scene, FIRST)
    const card = cardsOf(scene)[0]
    if (card) {
      await scene.slack.say({ user: scene.ben, channel: scene.channel, text: SECOND, threadTs: card.ts })
      await scene.delivered()
      await carryThrough(scene, SECOND)
    }
    const wasStopped = scene.bots.some(bot => bot.isDead() || bot.wasPaused())
    if (options.pauseAt !== undefined) {
      // What reaches the agent only now has its own end.
      scene.agent.setJob(JOB, { life: { worksMs: 1_000, ends: 'completed', pullRequest: false } })
      await scene.wakeUp()
      await scene.delivered()
      await scene.goOnUntil(() => false)
    }
    return {
      crossings: scene.crossings,
      wasStopped,
      maybeDelivered: noticesOf(scene).length,
      problems: await findProblems(scene)
    }
  } finally {
    await scene.end()
  }
}

/** Whoever reads that it failed types it again. */
export async function typeCommand(
  { slack, bots, database, delivered }: Scene,
  command: { user: string; channel: string; text: string }
): Promise<void> {
  const countStored = async () => (await database.query('select from followup.followup')).length
  const before = await countStored()
  for (let times = 0; times < TYPES_AGAIN; times++) {
    const { acknowledged, reply } = await slack.command(command)
    if (acknowledged) {
      if (!reply?.text.includes('not sure yet')) return
      // On a slow machine it is still being stored, unless a kill comes before.
      const isOver = async () => bots.some(bot => bot.isDead()) || (await countStored()) > before
      await eventually(isOver, 'what is not sure yet')
      await delivered()
      if ((await countStored()) > before) return
      continue
    }
    const wasTooSlow = reply?.text.includes('did not respond')
    if (!wasTooSlow) await Promise.race(bots.map(bot => bot.stopped))
    await delivered()
  }
  throw new Error('Nobody took the command')
}

/** Until the agent has the follow-up and its result is reported, or until nobody knows. */
async function carryThrough(scene: Scene, prompt: keyof typeof LINKS): Promise<void> {
  const { agent, goOnUntil } = scene
  const arrived = () => agent.sends().some(send => send.prompt === prompt)
  await goOnUntil(arrived)
  const looks = () => agent.requests({ asked: 'read' }).length
  const looksBefore = looks()
  // Only work that was seen proves that what is in doubt arrived.
  await goOnUntil(() => looks() > looksBefore)
  if (arrived()) agent.finish(JOB, { prLink: LINKS[prompt] ?? null })
  await goOnUntil(() => false)
}

const fromBot = ({ slack, channel }: Scene) =>
  slack.messages(channel).filter(message => message.user === slack.botUserId)
const cardsOf = (scene: Scene) =>
  fromBot(scene).filter(({ thread_ts, ts }) => thread_ts === undefined || thread_ts === ts)
const noticesOf = (scene: Scene) =>
  fromBot(scene).filter(
    message => !cardsOf(scene).includes(message) && /maybe delivered|unclear whether/.test(message.text)
  )

/** A process that was away for minutes finds its connections closed, and says so. */
const isNotOfLostConnections = (error: string) => !/connect|WebSocket/.test(error)

/** Everything that must hold in the end: a sentence for each thing that does not. */
async function findProblems(scene: Scene): Promise<string[]> {
  const { slack, agent, channel, ben, database, bots } = scene
  const logged = bots.flatMap(bot => (bot.wasPaused() ? bot.errors.filter(isNotOfLostConnections) : bot.errors))
  const problems = logged.map(error => `error in the log: ${error}`)
  const expectThat = (holds: boolean, words: string) => {
    if (!holds) problems.push(words)
  }

  const rows = await database.query(
    `select prompt, coalesce(progress ->> 'how', state) as state, progress from followup.followup order by in_line_at_ms`
  )
  expectThat(rows.map(row => row.prompt).join() === `${FIRST},${SECOND}`, `follow-ups: ${JSON.stringify(rows)}`)
  const posts = fromBot(scene)
  for (const prompt of [FIRST, SECOND] as const) {
    const sends = agent
      .requests({ asked: 'send' })
      .filter(({ body }) => JSON.stringify(body) === JSON.stringify({ prompt }))
    const results = posts.filter(({ text }) => text.includes(`finished`) && text.includes(LINKS[prompt] ?? ''))
    const isResult = ({ subtype }: { subtype?: string }) => subtype === 'thread_broadcast'
    const state = rows.find(row => row.prompt === prompt)?.state
    const wasInDoubt = noticesOf(scene).length > 0
    expectThat(sends.length === 1 || (wasInDoubt && sends.length === 0), `'${prompt}' was POSTed ${sends.length} times`)
    if (sends.length === 1) {
      expectThat(results.filter(isResult).length === 1, `'${prompt}' has ${results.filter(isResult).length} results`)
      expectThat(state === 'completed', `'${prompt}' is ${state}`)
    } else {
      expectThat(state === 'no sign', `'${prompt}' was never sent and is ${state}`)
      const words = posts.filter(({ text }) => /: I’ve seen no clear sign|I can’t tell whether/.test(text))
      expectThat(words.length === 1, `'${prompt}' ended without a word`)
    }
  }

  const order = agent.sends().map(({ prompt }) => prompt)
  expectThat(order.join() === [FIRST, SECOND].filter(prompt => order.includes(prompt)).join(), `sent: ${order}`)

  const { verdict } = judge(readLedger(slack, [agent]))
  for (const [what, which] of Object.entries(verdict)) problems.push(...which.map(sentence => `${what}: ${sentence}`))

  const [card, ...more] = cardsOf(scene)
  expectThat(more.length === 0, 'there is more than one card')
  expectThat(
    /\* · (ready for review|finished|(needs you: maybe delivered, )?no longer watched)/.test(card?.text ?? ''),
    `the card says: ${card?.text}`
  )
  const unfinished = noticesOf(scene).filter(
    ({ text }) => !/unclear whether/.test(text) && rows.every(row => row.state === 'completed')
  )
  expectThat(unfinished.length === 0, `a notice still asks: ${unfinished.map(({ text }) => text)}`)

  const reply = slack.messages(channel).find(({ user }) => user === ben)
  const marks = reply?.reactions.map(({ name }) => name).join()
  const second = rows.find(row => row.prompt === SECOND)?.state
  expectThat(marks === (second === 'completed' ? 'white_check_mark' : 'warning'), `the reply is marked ${marks}`)

  const left = await database.query('select name, due_at_ms from followup.task')
  expectThat(left.length === 0, `tasks left: ${JSON.stringify(left)}`)
  const unposted = await database.query(`select id, state from followup.view where state <> 'posted'`)
  expectThat(unposted.length === 0, `not posted: ${JSON.stringify(unposted)}`)
  return problems.length === 0 ? [] : [...problems, slack.inventory()]
}

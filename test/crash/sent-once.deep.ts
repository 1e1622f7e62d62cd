import { expect, it } from 'vitest'
import { countLeft, expectEverywhere, inScene, killEverywhere, statesOf, WALKS_LONG } from './kill-everywhere.ts'
import type { Scene } from './scene.ts'
import { typeCommand } from './walk-the-line.ts'

const JOB = 'job_8f2'
const PROMPT = 'run the tests'
const LINK = 'https://github.com/acme/docs/pull/12'
const PRESSES = 3
const COMMANDS = ['job_1 one', 'job_2 two', 'job_2 three']

/** What becomes of one follow-up: whether people hear the end of it, or that nobody knows whether it arrived. */
async function outcomeOf({ slack, agent, channel, database }: Scene, author: string) {
  const isNews = new RegExp(`<@${author}>.*finished: |maybe delivered: |unclear whether`)
  const told = slack.messages(channel).filter(({ text }) => isNews.test(text))
  return {
    asked: agent.requests({ asked: 'send' }).length,
    isTold: told.length > 0,
    left: await countLeft(database),
    states: await statesOf(database)
  }
}

/** Ana's command waits for a job that is at work; the job ends. */
async function waitAndGo(scene: Scene) {
  const { slack, agent, ana, channel, crossings, delivered, goOnUntil } = scene
  agent.addJob({ id: JOB, status: 'active', life: { ends: 'never' } })
  const isCard = () => slack.messages(channel).some(({ text }) => text.includes('waiting until the job is idle'))
  await slack.command({ user: ana, channel, text: `${JOB} when idle: ${PROMPT}` })
  await delivered()
  await goOnUntil(isCard)
  const before = crossings.length
  agent.finish(JOB, { prLink: null })
  await goOnUntil(() => agent.sends().length > 0)
  if (agent.sends().length > 0) agent.finish(JOB, { prLink: LINK })
  await goOnUntil(() => false)
  return { seen: await outcomeOf(scene, ana), telling: crossings.slice(before) }
}

/** Ben's mention names no time, which he puts right by editing it. */
async function editAndGo(scene: Scene) {
  const { slack, agent, ben, channel, crossings, delivered, goOnUntil } = scene
  agent.addJob({ id: JOB, life: { worksMs: 20_000, ends: 'completed' } })
  const said = (words: string) => `<@${slack.botUserId}> ${JOB} ${words}`
  const { ts: messageTs } = await slack.say({ user: ben, channel, text: said(`tomorrow: ${PROMPT}`) })
  await delivered()
  await goOnUntil(() => slack.ephemerals(channel, ben).length > 0)
  await slack.edit({ user: ben, channel, messageTs, text: said(`now: ${PROMPT}`) })
  await delivered()
  await goOnUntil(() => agent.sends().length > 0)
  const telling = [...crossings]
  await goOnUntil(() => false)
  return { seen: await outcomeOf(scene, ben), telling }
}

async function expectOneSend(story: typeof waitAndGo, moreThan: number): Promise<void> {
  const { undisturbed, walks } = await killEverywhere(story, { ...inScene, moreThan })
  expect(undisturbed).toEqual({ asked: 1, isTold: true, left: 0, states: 'completed' })
  for (const { where, seen } of walks) {
    expect([where, seen.asked <= 1, seen.isTold, seen.left]).toEqual([where, true, true, 0])
    expect([where, seen.states]).toEqual([where, expect.stringMatching(/^(completed|no sign)$/)])
  }
}

it('what waited is sent once, wherever the process is killed, or people are told that nobody knows', WALKS_LONG, () =>
  expectOneSend(waitAndGo, 10)
)

it('what was not sent and is edited is sent once, wherever the process is killed', WALKS_LONG, () =>
  expectOneSend(editAndGo, 5)
)

/** Three commands in one channel: their follow-ups go out ahead of their cards. */
async function sendAhead(scene: Scene) {
  const { slack, agent, ana, channel, database, crossings, goOnUntil } = scene
  for (const id of ['job_1', 'job_2']) agent.addJob({ id, life: { worksMs: 1_000, ends: 'completed' } })
  for (const text of COMMANDS) await typeCommand(scene, { user: ana, channel, text })
  const before = crossings.length
  const cards = () => slack.messages(channel).filter(({ thread_ts, ts }) => (thread_ts ?? ts) === ts)
  let mostAhead = 0
  await goOnUntil(() => {
    mostAhead = Math.max(mostAhead, agent.sends().length - cards().length)
    return false
  })
  const threads = await database.query('select distinct thread_ts from followup.followup where thread_ts is not null')
  const operations = slack.messages(channel).map(({ metadata }) => String(metadata?.event_payload.operation))
  const askedFor = (command: string) =>
    agent
      .requests({ asked: 'send' })
      .filter(({ body }) => JSON.stringify(body) === JSON.stringify({ prompt: command.split(' ')[1] })).length
  const outcome = {
    asked: Math.max(...COMMANDS.map(askedFor)),
    left: await countLeft(database),
    cards: cards().length,
    threads: threads.length,
    twice: operations.length - new Set(operations).size
  }
  const sent = agent.sends().map(({ prompt }) => prompt)
  return { seen: { mostAhead, sent, states: await statesOf(database), outcome }, telling: crossings.slice(before) }
}

it(
  'what is sent without waiting for its card is sent once and shown once, wherever the process is killed',
  WALKS_LONG,
  async () => {
    const { undisturbed, walks } = await killEverywhere(sendAhead, inScene)
    const outcome = { asked: 1, left: 0, cards: 2, threads: 2, twice: 0 }
    expect(undisturbed).toMatchObject({ mostAhead: 2, outcome })
    expect(undisturbed.sent.toSorted()).toEqual(['one', 'three', 'two'])
    for (const { where, seen } of walks) {
      expect([where, seen.outcome]).toEqual([where, outcome])
      expect([where, seen.states]).toEqual([where, expect.stringMatching(/^((completed|no sign),?)+$/)])
      const ofSecond = seen.sent.filter(words => words !== 'one')
      expect([where, ofSecond]).toEqual([where, ['two', 'three'].filter(words => seen.sent.includes(words))])
    }
  }
)

/** A job has failed, and Ana presses Try again until Slack says that it worked. */
async function tryAgain(scene: Scene) {
  const { slack, agent, ana, channel, database, crossings, goOnUntil } = scene
  agent.addJob({ id: JOB, life: { ends: 'never' } })
  await slack.command({ user: ana, channel, text: `${JOB} ${PROMPT}` })
  await goOnUntil(() => agent.sends().length === 1)
  agent.failJob(JOB)
  await goOnUntil(() => false)
  const before = crossings.length
  await press(scene)
  await goOnUntil(() => agent.sends().length === 2)
  agent.finish(JOB, { prLink: LINK })
  await goOnUntil(() => false)
  const states = (await statesOf(database)).split(',')
  const said = slack.messages(channel).map(({ metadata }) => metadata?.event_payload.operation)
  const isInDoubt = slack.messages(channel).some(({ text }) => /maybe delivered|unclear whether/.test(text))
  const sends = agent.sends().length
  const seen = {
    followups: states.length,
    isOver: states.every(state => ['completed', 'failed'].includes(state) || (isInDoubt && state === 'no sign')),
    // One that was cut off is in doubt, and nobody repeats it.
    isSentOnceMore: sends === 2 || (isInDoubt && sends === 1),
    repeated: said.filter((operation, at) => operation !== undefined && said.indexOf(operation) !== at),
    left: await countLeft(database)
  }
  return { seen, telling: crossings.slice(before) }
}

async function press({ slack, ana, channel, bots, delivered }: Scene): Promise<void> {
  const messageTs = slack.messages(channel).find(({ text }) => text.includes('failed. Reply in'))?.ts ?? ''
  for (let times = 0; times < PRESSES; times++) {
    const shown = JSON.stringify(slack.message(channel, messageTs)?.blocks)
    if (!shown.includes('"try-again"')) return
    const { acknowledged } = await slack.press({ user: ana, channel, messageTs, actionId: 'try-again' })
    if (acknowledged) return
    await Promise.race(bots.map(bot => bot.stopped))
    await delivered()
  }
}

it('sends once more what failed, however often it is pressed, wherever the process is killed', WALKS_LONG, () =>
  expectEverywhere(tryAgain, inScene, { followups: 2, isOver: true, isSentOnceMore: true, repeated: [], left: 0 })
)

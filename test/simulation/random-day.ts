import { findWrongStandings } from '../support/find-leaks.ts'
import { createNotes, type Notes } from './day-notes.ts'
import { createKeyedChance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import {
  AFTERWARDS,
  GITHUB_FAULTS,
  LIVES,
  READ_FAULTS,
  SEND_FAULTS,
  SLACK_FAULTS,
  SLACK_METHODS
} from './what-may-happen.ts'
import { createChoosing } from './what-people-choose.ts'
import { createPressing } from './what-people-press.ts'
import { createPuttingRight } from './what-people-put-right.ts'
import { createWriting } from './what-people-write.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const REPOSITORY = 'https://github.com/example/shop'
export const MISTAKE = 'by mistake'
export const NO_JOB = 'job_nope'

/** Some hours of what teams, networks and services do. */
export async function liveRandomDay(team: SimulatedTeam, seed: number, steps: number[]): Promise<Notes> {
  let step = 0
  // So that one step with fewer buttons to choose from, or none of it, does not change all that follow.
  const chance = createKeyedChance(seed, () => `people ${step}`)
  const { slack, agent, github } = team
  const notes = createNotes()
  const jobs = ['job_a', 'job_b', 'job_c']
  const writing = createWriting(team, chance, notes, jobs)
  const { nameOnlyADay, putRight } = createPuttingRight(team, chance, notes, jobs, writing)
  const choosing = createChoosing(team, chance, notes, jobs)
  const { press, sendWhatIsOffered } = createPressing(team, chance, notes)
  await choosing.chooseAtFirst()
  for (const id of jobs)
    agent.addJob({
      id,
      repository: REPOSITORY,
      status: chance.pick(['completed', 'active', 'failed']),
      life: chance.pick(LIVES)
    })

  const actions: [weight: number, act: () => Promise<unknown> | unknown][] = [
    [9, writing.command],
    [20, writing.reply],
    [5, writing.replyInARow],
    [1, writing.nameAnother],
    [4, writing.sayToBot],
    [3, writing.callIn],
    [2, writing.fillInForm],
    [2, writing.sendFromMessage],
    [2, nameOnlyADay],
    [3, putRight],
    [5, writing.chooseInThread],
    [3, writing.deleteMessage],
    [4, writing.editMessage],
    [3, choosing.chooseOwn],
    [3, choosing.chooseForChannel],
    [4, watch],
    [11, press],
    [2, sendWhatIsOffered],
    [3, () => agent.fail('send', chance.pick(SEND_FAULTS))],
    [4, () => agent.fail('read', chance.pick(READ_FAULTS))],
    [4, () => slack.fail(chance.pick(SLACK_METHODS), chance.pick(SLACK_FAULTS))],
    [1, () => agent.useBudget(chance.between(1, 4))],
    [2, beOff],
    [2, mistake],
    [1, deliverAgain],
    [3, changePullRequest],
    [1, () => github.fail(chance.pick(GITHUB_FAULTS))]
  ]
  const bag = actions.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

  /** For a while, no bot runs. */
  async function beOff(): Promise<void> {
    const offMs = chance.pick([0, 0, 20 * MINUTE, 3 * HOUR, 30 * HOUR])
    await team.restart(offMs)
    notes.wasDown(offMs)
  }

  /** Somebody wants to hear how a job ends. */
  async function watch(): Promise<void> {
    const [user, channel] = [chance.pick(team.people), chance.pick(team.channels)]
    await slack.command({ user, channel, text: `watch ${chance.pick(jobs)}` })
  }

  /** Refused, each in its own way; nobody but its author is to see it. */
  async function mistake(): Promise<void> {
    const words = `${MISTAKE} ${notes.next()}`
    const [user, channel] = [chance.pick(team.people), chance.pick(team.channels)]
    // With a default job, a sentence is none.
    const sentence = writing.defaultJob(channel) === undefined ? [`help ${words}`] : []
    const text = chance.pick([`${NO_JOB} ${words}`, `job/8 ${words}`, ...sentence, 'stop', 'cancel', ''])
    await slack.command({ user, channel, text })
  }

  /** One of those that the bot has looked at. */
  function changePullRequest(): void {
    const { pulls } = github.snapshot()
    if (pulls.length > 0) github.setPullRequest(chance.pick(pulls).link, chance.pick(AFTERWARDS))
  }

  async function deliverAgain(): Promise<void> {
    const events = slack.deliveries().filter(({ kind }) => kind === 'events_api')
    if (events.length > 0) await slack.deliverAgain(chance.pick(events).id)
  }

  for (step of steps) {
    const [act, isRunAtOnce] = [chance.pick(bag), chance.happens(0.7)]
    const waitMs = chance.pick([200, 2_000, 15_000, MINUTE, 4 * MINUTE, 30 * MINUTE])
    await act()
    if (isRunAtOnce) await team.runDue()
    await team.advance(waitMs)
    team.errors.push(...(await findWrongStandings(team.database)))
  }
  return notes
}

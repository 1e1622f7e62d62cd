import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../simulation/seeded-random.ts'
import type { SpawnedBot } from '../support/spawned-bot.ts'
import type { ChaosOptions } from './chaos-options.ts'

const PAUSED_SHARE = 0.15
const TRIES_TO_STAY = 10
// Long enough for another one to take over the first one's work, and for the first to carry on with it.
const STANDING_STILL_LIVES_MS = 45_000

export type Counts = { kills: number; pauses: number; endedAlone: number }

type Lives = {
  options: ChaosOptions
  chance: Chance
  counts: Counts
  /** Starts a bot in this place: one to be killed, or one to stay. */
  start(place: number, forGood: boolean): SpawnedBot
  /** Resolves once so many follow-ups were written, or nobody has written enough for some time. */
  written(count: number): Promise<void>
  /** After a kill. */
  onKilled(): Promise<void>
}

/** Whenever the bot in a place is killed, the next one starts there, until the kills are used up. Resolves when the last ones work. */
export async function liveAndDie({ options, chance, counts, start, written, onKilled }: Lives): Promise<void> {
  // A bot whose database is still starting, or goes away during the start, may exit, and is restarted like any other.
  const mayEnd = options.database || options.has('cuts') || options.has('clocks') || options.has('calls')

  function isReady(bot: SpawnedBot): Promise<boolean> {
    return bot.waitUntilReady().then(
      () => true,
      error => {
        if (mayEnd) return false
        throw error
      }
    )
  }

  function lifeMs(): number {
    if (options.control === 'late') return chance.happens(0.5) ? STANDING_STILL_LIVES_MS : 3_000
    // Some live long enough to take over what others left unfinished.
    return chance.happens(0.1) ? chance.between(6_000, 12_000) : chance.between(0, 1_500)
  }

  async function live(bot: SpawnedBot): Promise<void> {
    // Half of them are killed during the start, half of them at work.
    if (chance.happens(0.5)) {
      if (!(await isReady(bot))) return
      await Promise.race([written(options.traffic * counts.kills), bot.exited])
    }
    await Promise.race([sleep(lifeMs()), bot.exited])
    if (options.has('pauses') && chance.happens(PAUSED_SHARE)) await pause(bot)
  }

  /** Short ones are more frequent than long ones. Half of them are killed without having woken up. */
  async function pause(bot: SpawnedBot): Promise<void> {
    bot.kill('SIGSTOP')
    counts.pauses += 1
    await sleep(3_000 + 37_000 * chance.next() ** 2)
    if (chance.happens(0.5)) return
    bot.kill('SIGCONT')
    await Promise.race([sleep(chance.between(0, 6_000)), bot.exited])
  }

  async function keep(place: number): Promise<void> {
    while (counts.kills < options.kills) {
      counts.kills += 1
      const bot = start(place, false)
      await live(bot)
      if (bot.hasEnded()) counts.endedAlone += 1
      bot.kill('SIGKILL')
      await bot.exited
      await onKilled()
    }
    for (let tries = 1; !(await isReady(start(place, true))); tries++) {
      if (tries === TRIES_TO_STAY) throw new Error(`The bot in place ${place} does not start`)
    }
  }

  await Promise.all(Array.from({ length: options.processes }, (_, place) => keep(place)))
}

import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Bench,
  BOT,
  collect,
  countCommits,
  createBench,
  type Figure,
  least,
  leastTimes,
  most,
  mostTimes,
  openBenchServer,
  type StartOptions,
  TUTORIAL
} from '../bench.ts'
import { type Line, openLine } from '../open-line.ts'

// The first look comes five seconds after the send: by then the job has ended.
const WORKS_MS = 2_000
const WARM_UP_MS = 9_000
const SCRAPE_EVERY_MS = 1_000

const UNITS = { 'follow-ups': '/s', 'CPU of both': 'ms each', commits: 'each', 'calls to Slack': 'each' }

/** From the command to the posted result, as many as the contestant gets done. */
export const wholeFollowups: Figure = {
  name: 'whole-followups',
  title: 'Whole follow-ups, from the command to the posted result',
  bars: [
    { words: 'follow-ups a second', what: 'follow-ups', baseline: TUTORIAL, reach: least(100), aim: least(300) },
    { words: 'commits for each', what: 'commits', reach: most(15), aim: most(8) },
    { words: 'CPU for each, bot and database', what: 'CPU of both', baseline: TUTORIAL },
    { words: 'calls to Slack for each', what: 'calls to Slack', baseline: TUTORIAL }
  ],
  async measure(bench) {
    const side = (who: string, instead?: string) => () => measureOnce(bench, who, { instead })
    const sides = { [BOT]: side(BOT), [TUTORIAL]: side(TUTORIAL, 'contestants/tutorial-bot.ts') }
    return bench.interleave(sides, UNITS)
  }
}

const WITHOUT = 'the same bot without metrics'

export const withMetrics: Figure = {
  name: 'with-metrics',
  title: 'Whole follow-ups, with METRICS=on',
  bars: [
    { words: 'follow-ups a second', what: 'follow-ups', baseline: WITHOUT, reach: leastTimes(0.97) },
    { words: 'CPU for each, bot and database', what: 'CPU of both', baseline: WITHOUT, reach: mostTimes(1.03) }
  ],
  /** At once, each with a server of its own: whatever else the machine does in a round meets both alike. */
  async measure(bench) {
    const { note, series } = collect(UNITS)
    const sides = { [BOT]: { METRICS: 'on' }, [WITHOUT]: {} }
    const both = await Promise.all(
      Object.entries(sides).map(async ([who, env]) => {
        const server = await openBenchServer(bench.finished)
        return { who, env, bench: createBench({ ...bench, server }) }
      })
    )
    for (let round = 1; round <= bench.rounds; round++) {
      const measured = both.map(async side => ({ ...side, found: await measureOnce(side.bench, side.who, side) }))
      for (const { who, found } of await Promise.all(measured)) {
        note(who, found)
        bench.say(`  ${round}/${bench.rounds} ${who}: ${found['CPU of both'].toPrecision(4)} ms of CPU for each`)
      }
    }
    return series()
  }
}

/** As a server of metrics does, only more often. */
async function scrape({ bot }: Line, goOn: () => boolean): Promise<void> {
  while (goOn()) {
    const scraped = await fetch(`http://127.0.0.1:${bot().port}/metrics`)
    if (!(await scraped.text()).includes('followup')) throw new Error(`/metrics answers with ${scraped.status}`)
    await sleep(SCRAPE_EVERY_MS)
  }
}

async function measureOnce(bench: Bench, who: string, options: Pick<StartOptions, 'instead' | 'env'>) {
  const database = await bench.createDatabase()
  const line = await openLine(bench, { database, ...options })
  line.agent.behaviour.worksMs = WORKS_MS
  let isOn = true
  const going = Promise.all([line.keepBusy(() => isOn), options.env?.METRICS && scrape(line, () => isOn)])
  await sleep(WARM_UP_MS)

  const callsOf = () => [...line.slack.calls.values()].reduce((sum, count) => sum + count, 0)
  const before = {
    results: line.results.size,
    sends: line.agent.sends.length,
    calls: callsOf(),
    commits: await countCommits(bench.server.url, database.name)
  }
  const stop = await bench.meter(line.bot().pid, who)
  await sleep(bench.durationMs(8, 4))
  const { botMs, databaseMs, elapsedMs } = await stop()
  const done = line.results.size - before.results
  // Some were sent in this time and others ended in it: half of each is what was done.
  const each = Math.max((done + line.agent.sends.length - before.sends) / 2, 1)
  const commits = (await countCommits(bench.server.url, database.name)) - before.commits
  const calls = callsOf() - before.calls
  isOn = false
  await going
  await line.kill()
  return {
    'follow-ups': (done * 1_000) / elapsedMs,
    'CPU of both': (botMs + databaseMs) / each,
    commits: commits / each,
    'calls to Slack': calls / each
  }
}

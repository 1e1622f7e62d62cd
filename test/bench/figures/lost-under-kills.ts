import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Bench, BOT, CHAT_SDK, type Figure, most, type Side, TUTORIAL } from '../bench.ts'
import { type Command, countWrongs, type Heard, WRONGS } from '../count-wrongs.ts'
import { openLoop } from '../drive-load.ts'
import { openLine } from '../open-line.ts'

const PER_SECOND = 10
const OF_ONE_JOB = 2
const WORKS_MS = 1_500
const LOOK_EVERY_MS = 1_000
const [SHORTEST_LIFE_MS, LONGEST_LIFE_MS] = [500, 5_500]
const [KILLS, KILLS_IF_SHORT] = [60, 3]

/** The same line in each: what becomes of acknowledged commands, two for each job, when the process is killed at random moments. */
export const lostUnderKills: Figure = {
  name: 'lost-under-kills',
  title: 'Acknowledged commands that went wrong under kill -9',
  bars: [
    ...WRONGS.flatMap(what => [
      { words: what, what, baseline: TUTORIAL, reach: most(0), aim: most(0) },
      { words: `${what}, with the Chat SDK`, what, who: CHAT_SDK }
    ]),
    { words: 'acknowledged', what: 'acknowledged', baseline: TUTORIAL },
    { words: 'acknowledged, with the Chat SDK', what: 'acknowledged', who: CHAT_SDK },
    { words: 'kills of each in a round', what: 'kills' }
  ],
  async measure(bench) {
    const hasChatSdk = await installChatSdk(bench.say)
    const sides: Record<string, Side> = {
      [BOT]: () => measureOnce(bench),
      [TUTORIAL]: () => measureOnce(bench, 'contestants/tutorial-bot.ts'),
      ...(hasChatSdk && { [CHAT_SDK]: () => measureOnce(bench, 'chat-sdk/bot.mjs') })
    }
    const units = Object.fromEntries(WRONGS.map(what => [what, '%']))
    // What goes wrong is no matter of time: they may run at once.
    const all = Object.entries(sides).map(([who, side]) => bench.interleave({ [who]: side }, units))
    return (await Promise.all(all)).flat()
  }
}

async function measureOnce(bench: Bench, instead?: string) {
  const line = await openLine(bench, { instead, env: { LOOK_EVERY_MS: String(LOOK_EVERY_MS) } })
  line.agent.behaviour.worksMs = WORKS_MS
  const commands: Command[] = []
  const killsAtMs: number[] = []
  const heard: Heard[] = []
  line.onHeard.add(one => void heard.push(one))

  async function give() {
    const jobId = `job_${Math.floor(commands.length / OF_ONE_JOB) + 1}`
    const number = commands.length + 1
    const prompt = `add examples to page ${number}`
    const command: Command = { jobId, channel: `C0PAGE${number}`, prompt, givenAtMs: Date.now() }
    commands.push(command)
    const answered = await line.slack.command(`${jobId} ${prompt}`, command.channel)
    if (answered === 'taken') command.takenAtMs = Date.now()
    return answered
  }

  let isOn = true
  const live = () => sleep(SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS))
  const loading = openLoop({ act: give, perSecond: PER_SECOND, goOn: () => isOn })
  while (killsAtMs.length < (bench.isShort ? KILLS_IF_SHORT : KILLS)) {
    await live()
    killsAtMs.push(Date.now())
    await line.restart()
  }
  await live()
  isOn = false
  await loading
  const count = () => countWrongs({ commands, sends: line.agent.sends, heard, worksMs: WORKS_MS, killsAtMs })
  await line.settle(() => count().wrongs.lost)
  await line.kill()
  const { wrongs, acknowledged, underWay } = count()
  if (acknowledged === 0) throw new Error('No command was acknowledged, so nothing could go wrong')
  const share = ([what, times]: [string, number]) => [
    what,
    (100 * times) / (what === 'under way at a kill, never told' ? Math.max(underWay, 1) : acknowledged)
  ]
  return { ...Object.fromEntries(Object.entries(wrongs).map(share)), acknowledged, kills: killsAtMs.length }
}

const FOLDER = fileURLToPath(new URL('../chat-sdk', import.meta.url))

/** Puts the Chat SDK next to the bot that uses it. It needs npm's registry once, and is left out where that is out of reach. */
async function installChatSdk(say: (words: string) => void): Promise<boolean> {
  if (existsSync(`${FOLDER}/node_modules/chat`)) return true
  try {
    const options = ['--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts']
    await promisify(execFile)('npm', ['install', ...options], { cwd: FOLDER })
    return true
  } catch {
    say('  The Chat SDK could not be installed, and is left out')
    return false
  }
}

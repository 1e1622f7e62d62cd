import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Bench, BOT, CHAT_SDK, type Figure, most, type Side, TUTORIAL } from '../bench.ts'
import { openLoop } from '../drive-load.ts'
import { openLine } from '../open-line.ts'

const PER_SECOND = 10
const WORKS_MS = 3_000
const KILLS = 3
const LIVES_MS = 2_500

/** The same line in each: what becomes of acknowledged commands when the process is killed three times meanwhile. */
export const lostUnderKills: Figure = {
  name: 'lost-under-kills',
  title: 'Acknowledged commands of which nothing more was heard, under kill -9',
  bars: [
    { words: 'lost', what: 'lost', baseline: TUTORIAL, reach: most(0), aim: most(0) },
    { words: 'lost, with the Chat SDK', what: 'lost', who: CHAT_SDK },
    { words: 'sent twice', what: 'sent twice', reach: most(0), aim: most(0) },
    { words: 'sent twice, with the Chat SDK', what: 'sent twice', who: CHAT_SDK }
  ],
  async measure(bench) {
    const hasChatSdk = await installChatSdk(bench.say)
    const sides: Record<string, Side> = {
      [BOT]: () => measureOnce(bench),
      [TUTORIAL]: () => measureOnce(bench, 'contestants/tutorial-bot.ts'),
      ...(hasChatSdk && { [CHAT_SDK]: () => measureOnce(bench, 'chat-sdk/bot.mjs') })
    }
    // What is lost is no matter of time: they may run at once.
    const all = Object.entries(sides).map(([who, side]) =>
      bench.interleave({ [who]: side }, { lost: '%', 'sent twice': '%', acknowledged: 'commands' })
    )
    return (await Promise.all(all)).flat()
  }
}

async function measureOnce(bench: Bench, instead?: string) {
  const line = await openLine(bench, { instead })
  line.agent.behaviour.worksMs = WORKS_MS
  let isOn = true
  const loading = openLoop({ act: line.give, perSecond: PER_SECOND, goOn: () => isOn })
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(LIVES_MS)
    await line.restart()
  }
  await sleep(LIVES_MS)
  isOn = false
  await loading
  await line.settle()
  await line.kill()
  const acknowledged = line.takenAtMs.size
  if (acknowledged === 0) throw new Error('No command was acknowledged, so nothing could be lost')
  const share = (count: number) => (100 * count) / acknowledged
  return { lost: share(line.lost()), 'sent twice': share(line.sentTwice()), acknowledged }
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

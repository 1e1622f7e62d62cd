import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const FOLDER = fileURLToPath(new URL('./chat-sdk', import.meta.url))

/** Puts the Chat SDK next to the bot that uses it. It needs npm's registry once, and is left out where that is out of reach. */
export async function installChatSdk(say: (words: string) => void): Promise<boolean> {
  if (existsSync(`${FOLDER}/node_modules/chat`)) return true
  try {
    await promisify(execFile)('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: FOLDER
    })
    return true
  } catch {
    say('  The Chat SDK could not be installed, and is left out')
    return false
  }
}

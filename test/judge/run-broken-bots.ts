import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pMap from 'p-map'
import { z } from 'zod'
import { atLeast, parseFlags } from '../support/parse-flags.ts'
import { BROKEN_BOTS } from './broken-bots.ts'

// Each has one line that is not as it should be. The judge, who sees only what Slack and the agent service saw, must find out all.

const options = parseFlags(z.object({ 'at-once': atLeast(1) }), { 'at-once': { type: 'string', default: '2' } })
const JUDGE_DAYS = [
  '--disable-warning=DeprecationWarning',
  '--import=./test/judge/break-bot.ts',
  'test/judge/judge-days.ts'
]

const found = await pMap(
  BROKEN_BOTS,
  async ({ does }) => {
    const env = { ...process.env, BROKEN: does }
    const { stdout, stderr, isFound } = await promisify(execFile)(process.execPath, JUDGE_DAYS, { env })
      .then(said => ({ ...said, isFound: true }))
      .catch(said => ({ ...said, isFound: false }))
    process.stdout.write(
      `${isFound ? 'found' : 'NOT FOUND'}: a bot that ${does}: ${stdout.trim()}${isFound ? '' : stderr}\n`
    )
    return isFound
  },
  { concurrency: options['at-once'] }
)
process.stdout.write(`${found.filter(Boolean).length} of ${found.length} broken bots were found out\n`)
process.exitCode = found.every(Boolean) ? 0 : 1

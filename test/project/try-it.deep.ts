import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { readText, sectionOf } from './project-files.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0

it.runIf(hasCurl)('ends on the pull request when the script is pasted whole', async () => {
  const [, script = ''] = /```sh\n(page=[\s\S]*?)```/.exec(sectionOf(await readText('README.md'), '## Try it')) ?? []
  const sandbox = await createSandbox({ port: 0 })
  onTestFinished(() => sandbox.stop())
  const paste = async () => {
    const { stdout } = await run('sh', ['-c', script.replace('http://127.0.0.1:3000', sandbox.url)], {
      timeout: 100_000
    })
    return stdout.trim().split('\n')
  }
  // The bot is not connected yet when this begins.
  const lines = await paste()
  expect(lines).toEqual([
    `The bot is connected. Its page: ${sandbox.url}`,
    'The agent is working. Killing and restarting the bot.',
    expect.stringMatching(/^job_\d+ finished: pull request #13 is ready\.$/)
  ])
  expect(sandbox.bot.status().starts).toBe(2)

  // Pasted again, it waits for its own result.
  const again = await paste()
  expect(again).toHaveLength(3)
  expect(again.at(-1)).not.toBe(lines.at(-1))
})

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readText } from '../project/project-files.ts'

const run = promisify(execFile)
const UNIT = fileURLToPath(new URL('../../docs/agent-followup.service', import.meta.url))
const mayAsk = existsSync('/usr/bin/systemd-analyze') && existsSync('/usr/bin/node')
// Of ten, which is no sandbox at all. Without what it has, a unit gets 9.6.
const MOST_EXPOSED = 2

describe.runIf(mayAsk)('systemd', () => {
  it('finds nothing wrong with the unit', async () => {
    expect(await run('systemd-analyze', ['verify', UNIT])).toEqual({ stdout: '', stderr: '' })
  })

  it('calls it well shielded', async () => {
    const threshold = `--threshold=${MOST_EXPOSED * 10}`
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', threshold, UNIT])
    expect(stdout).toMatch(/Overall exposure level for agent-followup.service: \d/)
  })
})

it('leaves the bot the time that a stop takes, and the end of its database to it', async () => {
  const unit = await readText('docs/agent-followup.service')
  const [, mostMs = ''] = /^const EXIT_WITHIN_MS = (.+)$/m.exec(await readText('src/main.ts')) ?? []
  const [, seconds = ''] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds) * 1_000).toBeGreaterThan(Number(mostMs.replace('_', '')))
  expect(unit).toContain('\nKillMode=mixed\n')
})

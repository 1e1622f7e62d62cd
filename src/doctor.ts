import { setTimeout as sleep } from 'node:timers/promises'
import { checks, type Finding, fromError, unseen, wrong } from './checks.ts'
import { loadSettings } from './config.ts'
import { fetchThrough } from './http/request.ts'

// Finds out what is wrong. It starts nothing, changes nothing and prints no secret.
const SIGNS = { fine: '✓', wrong: '✗', unseen: '?' }

const { config, problems } = loadSettings()
if (config.proxy) fetchThrough(config.proxy)

const found = checks.map(([about, needs, look]): Finding[] | Promise<Finding[]> => {
  const missing = problems.find(({ name }) => needs.test(name))?.name
  if (missing) return [unseen(`${about} cannot be checked before ${missing} is right`)]
  const late = sleep(5_000, [wrong(`${about}: no answer within 5 s`, 'check the address, and what is in between')])
  return Promise.race([look(config).catch(error => [fromError(error)]), late])
})
const findings = [
  { state: 'fine' as const, words: `Node is ${process.version}`, mend: '' },
  ...problems.map(({ name, words }) => wrong(`${name} ${words}`, 'docs/configuration.md says where to get it')),
  ...(await Promise.all(found)).flat()
]
const lines = findings.map(({ state, words, mend }) => `${SIGNS[state]} ${words}${mend ? ` — ${mend}` : ''}`)
process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`)
process.exit(findings.some(({ state }) => state === 'wrong') ? 1 : 0)

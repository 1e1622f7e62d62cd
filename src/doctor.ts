import { examine } from './checks.ts'
import { readSettings } from './config.ts'
import { findingWords } from './followups/model/finding.ts'
import { fetchThrough } from './http/request.ts'

// Finds out what is wrong. It starts nothing, changes nothing and prints no secret.
const settings = readSettings()
if (settings.config.proxy) fetchThrough(settings.config.proxy)
const findings = await examine(settings)
const words = process.argv.includes('--json')
  ? JSON.stringify(findings, null, 2)
  : findings.map(findingWords).join('\n')
process.stdout.write(`${words}\n`)
process.exit(findings.some(({ state }) => state === 'wrong') ? 1 : 0)

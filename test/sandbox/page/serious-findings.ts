import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const found = z.array(
  z.object({ id: z.string(), impact: z.string().nullish(), nodes: z.array(z.object({ html: z.string() })) })
)

/** What axe finds serious or critical on the page right now, one line each, by one of its rules or by all of them. */
export async function seriousFindings(page: Page, rule?: string): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], ...(rule && { runOnly: [rule] }) }
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = found.parse(await page.evaluate(run))
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

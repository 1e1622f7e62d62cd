import { type Browser, chromium, type Page } from 'playwright-core'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'

export type Stage = { page: Page; sandbox: Sandbox }
export type BrowserTestOptions = { width?: number; guide?: boolean }

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/** A test of the page as a person uses it, with a sandbox and a browser of its own. Nothing may be written to its console. */
export function browserTest(
  name: string,
  { width = 1280, guide = true }: BrowserTestOptions,
  act: (stage: Stage) => Promise<void>
): void {
  it.skipIf(inject('browserPath') === '')(name, { timeout: 180_000 }, async () => {
    const sandbox = await createSandbox({ port: 0 })
    onTestFinished(() => sandbox.stop())
    const browser = await chromium.launch({ executablePath: inject('browserPath'), args: FLAGS })
    onTestFinished(() => browser.close())
    const { page, problems } = await openPage(browser, width)
    await page.goto(sandbox.url)
    if (!guide) await page.getByRole('button', { name: 'Put the guided path away' }).click()
    await page.locator('.bot-state', { hasText: 'Running' }).waitFor({ state: 'attached' })
    await act({ page, sandbox }).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : error}\nSlack shows:\n${sandbox.slack.inventory()}`, {
        cause: error
      })
    })
    expect(problems).toEqual([])
  })
}

async function openPage(browser: Browser, width: number): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce'
  })
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  return { page, problems }
}

import { type Browser, chromium, type Page } from 'playwright-core'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { BOT_PROGRAM } from '../../support/bot-program.ts'
import { createTestDatabase } from '../../support/test-database.ts'

export type Stage = { page: Page; sandbox: Sandbox }
export type BrowserTestOptions = { width?: number; guide?: boolean; locale?: string; timeoutMs?: number }

/** The stream of what happens ends with the page. */
const LEFT_BY_THE_PAGE = /\/api\/events$/
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

let launched: Promise<Browser> | undefined

/** One for the whole worker; it ends with it. */
function launchBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: inject('browserPath'), args: FLAGS })
  return launched
}

/** A test of the page as a person uses it, with a sandbox of its own. Nothing may be written to the console. */
export function browserTest(
  name: string,
  { width = 1280, guide = true, locale = 'en-GB', timeoutMs = 180_000 }: BrowserTestOptions,
  act: (stage: Stage & { databaseUrl: string }) => Promise<void>
): void {
  it.skipIf(inject('browserPath') === '')(name, { timeout: timeoutMs }, async () => {
    const { url } = await createTestDatabase()
    const sandbox = await createSandbox({ port: 0, databaseUrl: url, botProgram: BOT_PROGRAM })
    onTestFinished(() => sandbox.stop())
    const { page, problems } = await openPage(await launchBrowser(), { width, locale })
    await page.goto(sandbox.url)
    if (!guide) await page.getByRole('button', { name: 'Put the guided path away' }).click()
    await page.locator('.bot-state', { hasText: 'Running' }).waitFor({ state: 'attached' })
    await act({ page, sandbox, databaseUrl: url }).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : error}\nSlack shows:\n${sandbox.slack.inventory()}`, {
        cause: error
      })
    })
    expect(problems).toEqual([])
  })
}

async function openPage(
  browser: Browser,
  { width, locale }: { width: number; locale: string }
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    locale,
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce'
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  page.on('requestfailed', request => LEFT_BY_THE_PAGE.test(request.url()) || problems.push(`${request.url()} failed`))
  return { page, problems }
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest, type Stage } from './browser-test.ts'
import { seriousFindings } from './serious-findings.ts'

// In the dark, nothing but the colours is different.
const COLOURS = [
  { colorScheme: 'light', ground: 'rgb(255, 255, 255)', rule: undefined },
  { colorScheme: 'dark', ground: 'rgb(23, 22, 29)', rule: 'color-contrast' }
] as const

/** The page as it is, in both colour schemes that a system can ask for. */
async function expectNothingSerious(page: Page): Promise<void> {
  for (const { colorScheme, ground, rule } of COLOURS) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground)
    expect(await seriousFindings(page, rule)).toEqual([])
  }
}

browserTest('has no serious accessibility problem', {}, async ({ page, sandbox }) => {
  await expectNothingSerious(page)
  await fillWithEverything({ page, sandbox })
  await expectNothingSerious(page)

  await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
  await page.getByRole('button', { name: 'Home' }).click()
  await page.getByText('Under way').waitFor()
  await expectNothingSerious(page)

  await page.getByRole('button', { name: 'Kill the bot' }).click()
  await page.locator('.bot-state', { hasText: 'Killed' }).waitFor()
  await page.getByRole('switch', { name: 'Unreachable' }).click()
  await page.getByRole('switch', { name: 'Unreachable', checked: true }).waitFor()
  await expectNothingSerious(page)

  await page.getByRole('link', { name: 'Message gallery' }).first().click()
  await page.getByText('Card: watching').waitFor()
  await expectNothingSerious(page)
})

browserTest('has no serious accessibility problem in a narrow window', { width: 400 }, async ({ page }) => {
  await expectNothingSerious(page)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
  await expectNothingSerious(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Behind the scenes' }).click()
  await page.getByRole('complementary', { name: 'Behind the scenes' }).waitFor()
  await expectNothingSerious(page)
})

/** A card, a thread, a private answer, reactions, code, quotes, a file and open suggestions. */
async function fillWithEverything({ page, sandbox: { slack, agent } }: Stage): Promise<void> {
  const place = { user: 'U0ANA', channel: 'C0DOCS' }
  await slack.command({ ...place, text: 'job_8f2 Explain <!channel> and `code`' })
  const card = await slack.waitFor(
    () => slack.messages('C0DOCS').find(({ user }) => user === slack.botUserId),
    'the card'
  )
  await slack.say({ ...place, text: 'status', threadTs: card.ts })
  await slack.react({ ...place, messageTs: card.ts, name: 'eyes' })
  await slack.say({ ...place, text: '*bold* ```a block``` https://example.com @Ben', files: [{ name: 'a.png' }] })
  await slack.command({ ...place, text: 'list' })
  agent.fail('read', { status: 503, times: 2 })
  await page.getByRole('button', { name: /^\d+ repl/ }).click()
  await page.getByRole('complementary', { name: 'Thread' }).getByText('status').first().waitFor()
  await page.getByRole('textbox', { name: 'Message #docs, as Ana' }).fill('/')
  await page.getByRole('option').first().waitFor()
}

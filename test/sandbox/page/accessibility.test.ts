import { expect } from 'vitest'
import { browserTest, type Stage } from './browser-test.ts'
import { seriousFindings } from './check-accessibility.ts'

for (const dark of [false, true]) {
  const colours = dark ? 'dark' : 'light'

  browserTest(`has nothing serious for axe to find in ${colours} colours`, { dark }, async ({ page, sandbox }) => {
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      dark ? 'rgb(23, 22, 29)' : 'rgb(255, 255, 255)'
    )
    expect(await seriousFindings(page)).toEqual([])

    await fillWithEverything({ page, sandbox })
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'Kill the bot' }).click()
    await page.locator('.bot-state', { hasText: 'Killed' }).waitFor()
    await page.getByRole('switch', { name: 'Unreachable' }).click()
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('link', { name: 'Message gallery' }).first().click()
    await page.getByText('Card: accepted').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  browserTest(
    `has nothing serious in a narrow window in ${colours} colours`,
    { dark, width: 400 },
    async ({ page }) => {
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Open the menu' }).click()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Show the agent service' }).click()
      expect(await seriousFindings(page)).toEqual([])
    }
  )
}

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
  agent.fail('read', { status: 503, times: 2 })
  await page.getByRole('button', { name: /^\d+ repl/ }).click()
  await page.getByRole('complementary', { name: 'Thread' }).getByText('status').first().waitFor()
  await page.getByRole('textbox', { name: 'Message #docs, as Ana' }).fill('/')
  await page.getByRole('option').first().waitFor()
}

import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest(
  'can be used by keyboard in a narrow window, where the thread covers the channel',
  { width: 400, guide: false },
  async ({ page, sandbox }) => {
    const channel = page.getByRole('region', { name: 'Channel docs' })
    const thread = page.getByRole('complementary', { name: 'Thread' })

    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('button', { name: 'Ben' }).click()
    await channel.getByRole('textbox', { name: 'Message #docs, as Ben' }).focus()
    await page.keyboard.type('/')
    await channel.getByRole('option', { name: /agent-followup.*jobId/ }).waitFor()
    await page.keyboard.press('Tab')
    // Slack does not know the jobs: only the page itself names them.
    await channel.getByRole('option').first().waitFor({ state: 'detached' })
    await channel.getByRole('note').getByRole('button', { name: 'job_8f2' }).press('Enter')
    await page.keyboard.type('Say what a 404 means')
    await page.keyboard.press('Enter')
    await channel.getByText('job_8f2 · working').waitFor()

    const card = sandbox.slack.messages('C0DOCS').at(-1)
    await channel.locator(`[data-ts="${card?.ts}"]`).focus()
    await channel.getByRole('button', { name: 'Reply' }).last().click()
    await thread.waitFor()
    await channel.waitFor({ state: 'hidden' })
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Thread'])
    await page.keyboard.type('and what a 409 means')
    await page.keyboard.press('Enter')
    await thread.getByRole('button', { name: /^incoming_envelope/ }).waitFor()
    expect(sandbox.agent.sends().map(({ prompt }) => prompt)).toEqual(['Say what a 404 means', 'and what a 409 means'])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400)

    await page.keyboard.press('Escape')
    await channel.waitFor()
    await thread.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Behind the scenes' }).click()
    await page.getByRole('button', { name: 'Kill the bot' }).click()
    await page.locator('.bot-state', { hasText: 'Killed' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: 'Behind the scenes' }).waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Behind the scenes')
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['#docs'])
    await channel.getByRole('textbox').fill('/agent-followup status job_8f2')
    await page.keyboard.press('Enter')
    await channel.getByText('/agent-followup failed with the error "dispatch_failed"').waitFor()
  }
)

browserTest(
  'keeps the cells of a list and a log readable on a phone, where a table scrolls inside its message',
  { width: 390, guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    agent.setJob('job_8f2', { life: { ends: 'never' } })
    const place = { user: 'U0ANA', channel: 'C0DOCS' }
    await slack.command({ ...place, text: 'job_8f2 Say what a 404 means, and what a 409 means, with examples' })
    await page.getByText('job_8f2 · working').waitFor()
    for (const text of ['list', 'log job_8f2']) await slack.command({ ...place, text })
    const tables = page.getByRole('group', { name: 'Table' })
    await tables.nth(1).waitFor()
    for (const table of await tables.all()) {
      expect(await scrolledToEnd(table)).toBeGreaterThan(0)
      const words = table.getByRole('cell', { name: /^“Say what a 404 means/ })
      expect((await words.boundingBox())?.width).toBeGreaterThan(200)
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  }
)

/** How far a table moves sideways. */
const scrolledToEnd = (table: Locator) =>
  table.evaluate(element => {
    element.scrollLeft = element.scrollWidth
    return element.scrollLeft
  })

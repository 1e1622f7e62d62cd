import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { seenAtWork } from './seen-at-work.ts'

const PLACE = { user: 'U0ANA', channel: 'C0DOCS' }

browserTest('keeps the focus where somebody pressed, although the card is redrawn', { guide: false }, async stage => {
  const { page, sandbox } = stage
  const { slack, agent } = sandbox
  const channel = page.getByRole('region', { name: 'Channel docs' })
  agent.setJob('job_8f2', { life: { ends: 'never' } })
  await slack.command({ ...PLACE, text: 'job_8f2 Say what a 404 means' })
  // None but the press then asks for the slow answer.
  await seenAtWork(agent, 'job_8f2')
  const check = channel.getByRole('button', { name: 'Check now' })
  agent.fail('read', { kind: 'slow headers', delayMs: 3_000, times: 1 })
  await check.press('Enter')
  await check.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.tagName')).toBe('ARTICLE')
  await check.waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Check now')

  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await page.keyboard.press('Enter')
  await channel.getByText('job_8f2 · finished').first().waitFor()
  const card = slack
    .messages('C0DOCS')
    .find(({ user, thread_ts, ts }) => user === slack.botUserId && (!thread_ts || thread_ts === ts))
  expect(await page.evaluate('document.activeElement.closest("article").dataset.ts')).toBe(card?.ts)
})

browserTest('names the bot above each of its messages', { guide: false }, async stage => {
  const { page, sandbox } = stage
  const { slack, agent } = sandbox
  const channel = page.getByRole('region', { name: 'Channel docs' })
  // Ben does not see what only Ana is told in between.
  await page.getByRole('navigation').getByRole('button', { name: 'Ben' }).click()
  for (const job of ['job_8f2', 'job_31c']) {
    agent.setJob(job, { life: { ends: 'never' } })
    await slack.command({ ...PLACE, text: `${job} Say what a 404 means` })
    await channel.getByText(`${job} · working`).waitFor()
  }
  const cards = page.locator('article.from-app')
  expect(await cards.count()).toBe(2)
  expect(await cards.locator('.author').allTextContents()).toEqual(['Agent Follow-up', 'Agent Follow-up'])
})

browserTest('offers what Slack offers, to those to whom Slack offers it', { guide: false }, async ({ page }) => {
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  const hint = page.getByRole('note')
  const speakAs = (name: string) => page.getByRole('navigation').getByRole('button', { name }).click()
  const box = page.getByRole('textbox')
  await box.fill('/agent')
  await expect.poll(() => options.count()).toBe(1)
  await box.fill('/agent-followup ')
  await expect.poll(() => options.count()).toBe(0)
  await expect.poll(() => hint.textContent()).toMatch(/^Only in this sandbox, not in Slack: /)
  await box.fill('st')
  await expect.poll(() => hint.count()).toBe(0)
  expect(await options.count()).toBe(0)

  await speakAs('Gina')
  const beginning = page.locator('.beginning')
  await beginning.getByText('from full members of this workspace only').waitFor()
  expect(await beginning.textContent()).not.toContain('Try')
  await box.fill('/agent-followup ')
  expect(await hint.count()).toBe(0)
  await speakAs('Otto')
  await page.getByRole('textbox', { name: /, as Otto$/ }).fill('/agent')
  expect(await options.count()).toBe(0)
})

browserTest(
  'tells every time as the reader’s language does, with seconds and without',
  { guide: false, locale: 'en-US' },
  async ({ page, sandbox: { slack } }) => {
    await slack.command({ ...PLACE, text: 'job_8f2 Say what a 404 means' })
    const panel = page.getByRole('complementary', { name: 'Behind the scenes' })
    await panel.getByText('Its log').click()
    await panel.locator('pre.log').getByText('is running').waitFor()
    const log = await panel.locator('pre.log').textContent()
    expect(log).toMatch(/^\d+:\d\d:\d\d\s[AP]M /m)
    const asked = page.getByRole('region', { name: 'Requests to the agent service' }).locator('time')
    await asked.first().waitFor()
    for (const times of [asked, page.locator('.message-head time')])
      for (const time of await times.allTextContents()) expect(time).toMatch(/^\d+:\d\d(:\d\d)?\s[AP]M$/)
  }
)

browserTest(
  'has the button that sends on the right of each box, and tables that scroll beside a thread',
  {},
  async stage => {
    const { page, sandbox } = stage
    const thread = page.getByRole('complementary', { name: 'Thread' })
    sandbox.agent.setJob('job_8f2', { life: { ends: 'never' } })
    await sandbox.slack.command({ ...PLACE, text: 'job_8f2 Say what a 404 means, and what a 409 means' })
    const card = page.getByRole('article').filter({ hasText: 'job_8f2 · working' })
    await card.focus()
    await card.getByRole('button', { name: 'Reply', exact: true }).press('Enter')
    await thread.getByText(/^Also send to/).waitFor()
    for (const place of [thread, page.getByRole('region', { name: 'Channel docs' })]) {
      const room = (await rightOf(place.locator('.composer-box'))) - (await rightOf(place.locator('.send')))
      expect(room).toBeLessThan(12)
    }
    await sandbox.slack.command({ ...PLACE, text: 'log job_8f2' })
    const time = page.getByRole('table').getByRole('cell', { name: /^Today at/ })
    await time.waitFor()
    expect((await time.boundingBox())?.height).toBeLessThan(60)
  }
)

async function rightOf(part: Locator): Promise<number> {
  const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 }
  return x + width
}

browserTest('shows at a glance whether sends are left', { guide: false }, async ({ page }) => {
  const share = () => page.evaluate('(meter => meter.value / meter.max)(document.querySelector("meter"))')
  expect(await share()).toBe(1)
  await page.getByRole('button', { name: 'Use them up' }).click()
  await page.getByText('0 of 100 sends left this hour', { exact: true }).waitFor()
  expect(await share()).toBe(0)
  await page.getByRole('button', { name: 'Refill' }).click()
  await page.getByText('100 of 100 sends left this hour', { exact: true }).waitFor()
  expect(await share()).toBe(1)
})

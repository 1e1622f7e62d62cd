import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest(
  'lets a newcomer merge a pull request, and shows it on the card',
  { guide: false },
  async ({ page, sandbox }) => {
    const { slack, agent } = sandbox
    const channel = page.getByRole('region', { name: 'Channel docs' })
    await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'job_8f2 add examples' })
    await slack.waitFor(() => agent.sends().length === 1, 'the instruction to be sent')
    agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
    await channel.getByRole('button', { name: 'Check now' }).click()
    await channel.getByText('job_8f2 finished: pull request #12 is ready.').waitFor()
    const pull = page.getByRole('group', { name: 'Change pull request #12' })
    await pull.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('region', { name: 'Pull requests' }).getByText('merged').waitFor()
    await channel.getByText('finished · pull request #12 · merged').first().waitFor()
  }
)

browserTest('shows the whole number of a pull request, however much is known of it', { guide: false }, async stage => {
  const { page, sandbox } = stage
  const pulls = page.getByRole('region', { name: 'Pull requests' })
  sandbox.agent.finish('job_8f2', { prLink: 'https://github.com/acme/quickstart-for-newcomers/pull/1234' })
  for (const name of ['Fail its checks', 'Ask for a review']) await pulls.getByRole('button', { name }).click()
  await pulls.getByText('open · checks failed · review asked').waitFor()
  const link = pulls.getByRole('link', { name: 'acme/quickstart-for-newcomers #1234' })
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const atItsEnd = `document.elementFromPoint(${x + width - 2}, ${y + height / 2})?.textContent`
  expect(await page.evaluate(atItsEnd)).toBe('acme/quickstart-for-newcomers #1234')
})

browserTest('gives each job that it finishes a pull request of its own', { guide: false }, async ({ page }) => {
  const pulls = page.getByRole('region', { name: 'Pull requests' })
  for (const id of ['job_31c', 'job_77a'])
    await page
      .getByRole('group', { name: `End ${id}` })
      .getByRole('button', { name: 'Finish' })
      .click()
  await pulls.getByText('acme/docs #22').waitFor()
  await pulls.getByText('acme/docs #23').waitFor()
})

browserTest('keeps a pull request, and the focus on it, while its job works again', { guide: false }, async stage => {
  const { page, sandbox } = stage
  const { agent, slack } = sandbox
  const pulls = page.getByRole('region', { name: 'Pull requests' })
  const focused = (name: string) => page.locator('button:focus', { hasText: name })
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  agent.finish('job_31c', { prLink: 'https://github.com/acme/docs/pull/13' })
  await page.getByRole('group', { name: 'Change pull request #13' }).getByRole('button', { name: 'Close' }).focus()
  await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'job_31c add examples' })
  await page.locator('.job', { hasText: 'job_31c' }).getByText('active').waitFor()
  await focused('Close').press('Enter')
  await pulls.getByText('closed').waitFor()
  await focused('Close').waitFor()
})

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

/** The form that the command alone opens, by the keyboard. */
async function openForm(page: Page) {
  const form = page.getByRole('dialog', { name: 'Send a follow-up' })
  const job = form.getByRole('combobox', { name: 'Job' })
  await page.getByRole('textbox', { name: 'Message #docs' }).fill('/agent-followup')
  await page.keyboard.press('Enter')
  await job.waitFor()
  return { form, job, instruction: form.getByRole('textbox', { name: 'What should it do?' }) }
}

browserTest(
  'sends what is written in a form, with the keyboard alone, and keeps the words of one that is refused',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const sent = () => agent.sends().map(({ prompt }) => prompt)
    const { form, job, instruction } = await openForm(page)
    await job.focus()
    await page.keyboard.type('job_8f2')
    await form.getByRole('option', { name: 'Use job_8f2' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => job.inputValue()).toBe('Use job_8f2')
    await page.keyboard.press('Tab')
    await page.keyboard.type('help')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.getByText('“help” on its own is a command for me').waitFor()
    await instruction.fill('Shorten the intro.')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.waitFor({ state: 'detached' })
    await slack.waitFor(() => sent().length === 1, 'the follow-up')
    expect(sent()).toEqual(['Shorten the intro.'])
  }
)

import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest(
  'chooses a default job with the keyboard alone, and sends a sentence without an id there',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const box = page.getByRole('textbox', { name: 'Message #docs' })
    const form = page.getByRole('dialog', { name: 'Settings' })
    const job = form.getByRole('combobox', { name: 'Default job', exact: true })
    const open = async () => {
      await box.fill('/agent-followup settings')
      await page.keyboard.press('Enter')
      await job.waitFor()
    }
    await open()
    expect(await job.inputValue()).toBe('None')
    await job.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('job_8f2')
    await form.getByRole('option', { name: 'Use job_8f2' }).waitFor()
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await form.waitFor({ state: 'detached' })
    await open()
    expect(await job.inputValue()).toBe('job_8f2')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })

    await box.fill('/agent-followup Shorten the second example')
    await page.keyboard.press('Enter')
    await page.getByText('This goes to job_8f2, this channel’s default job.').waitFor()
    await slack.waitFor(() => agent.sends().length === 1, 'the instruction')
    expect(agent.sends().map(({ jobId, prompt }) => [jobId, prompt])).toEqual([
      ['job_8f2', 'Shorten the second example']
    ])
  }
)

browserTest(
  'keeps the title and the buttons of a long form in sight, and scrolls nothing else',
  {},
  async ({ page }) => {
    const form = page.getByRole('dialog', { name: 'Settings' })
    await page.getByRole('textbox', { name: 'Message #docs' }).fill('/agent-followup settings')
    await page.keyboard.press('Enter')
    const last = form.getByRole('combobox', { name: 'Your time to undo a reply' })
    await last.scrollIntoViewIfNeeded()
    for (const part of [
      form.getByRole('heading', { name: 'Settings' }),
      last,
      form.getByRole('button', { name: 'Save' })
    ])
      await part.click({ trial: true })
    const scrolling = `[...document.querySelectorAll('.modal, .modal *')]
    .filter(part => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight)
    .map(part => part.className)`
    expect(await page.evaluate(scrolling)).toEqual(['modal-body'])
  }
)

browserTest('opens one’s own settings from the home', { guide: false }, async ({ page }) => {
  await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
  await page.getByRole('button', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Settings' })
  await form.getByText('Only you see and change these.').waitFor()
  expect(await form.getByRole('combobox').count()).toBe(2)
})

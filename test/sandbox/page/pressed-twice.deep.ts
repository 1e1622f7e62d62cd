import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest(
  'takes a second press of Send or Cancel in a form for none, while the first is under way and after it',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const form = page.getByRole('dialog', { name: 'Send a follow-up' })
    const job = form.getByRole('combobox', { name: 'Job' })
    const open = async () => {
      await page.getByRole('button', { name: 'Send a follow-up' }).first().click()
      await job.waitFor()
    }
    const pressTwice = async (name: string) => {
      await form.getByRole('button', { name, exact: true }).dblclick()
      await form.waitFor({ state: 'detached' })
    }
    for (const name of ['Cancel', 'Close']) {
      await open()
      await pressTwice(name)
    }
    await open()
    await job.fill('job_8f2')
    await form.getByRole('option', { name: 'Use job_8f2' }).click()
    await form.getByRole('textbox', { name: 'What should it do?' }).fill('Shorten the intro.')
    await pressTwice('Send')
    await slack.waitFor(() => agent.sends().length === 1, 'the instruction')
    expect(await page.getByRole('alert').allTextContents()).toEqual([])

    // One that is refused can be sent again.
    await open()
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByRole('alert').first().waitFor()
    await pressTwice('Cancel')
  }
)

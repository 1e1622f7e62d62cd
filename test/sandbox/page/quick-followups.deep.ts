import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest(
  'lets a channel choose a quick follow-up, and sends it from a result; a failed job is tried again',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const message = page.getByRole('textbox', { name: 'Message #docs' })
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const quick = settings.getByRole('textbox', { name: /^Quick follow-ups/ })
    const sent = () => agent.sends().map(({ prompt }) => prompt)
    const type = async (words: string) => {
      await message.fill(words)
      await page.keyboard.press('Enter')
    }

    await type('/agent-followup settings')
    await quick.fill('Shorten it')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Line 1: begin with the label').waitFor()
    await quick.fill('Shorten it: Shorten what you wrote.')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.waitFor({ state: 'detached' })

    await type('/agent-followup job_77a add examples')
    await slack.waitFor(() => sent().length === 1, 'the instruction')
    agent.failJob('job_77a')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page
      .getByText(/^Sent again · /)
      .first()
      .waitFor()
    await slack.waitFor(() => sent().length === 2, 'the second try')
    agent.finish('job_77a', { prLink: 'https://github.com/acme/docs/pull/12' })
    await page.getByText('is ready.').first().waitFor()
    await page.getByRole('button', { name: 'Shorten it' }).last().click()
    await slack.waitFor(() => sent().length === 3, 'the quick follow-up')
    expect(sent()).toEqual(['add examples', 'add examples', 'Shorten what you wrote.'])
  }
)

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
    await form.getByText('“help” alone is a word for me').waitFor()
    await instruction.fill('Shorten the intro.')
    await form.getByRole('radio', { name: 'Only the job’s thread' }).press('Space')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.waitFor({ state: 'detached' })
    await slack.waitFor(() => sent().length === 1, 'the instruction')
    expect(sent()).toEqual(['Shorten the intro.'])
  }
)

browserTest(
  'makes an instruction of a message, and opens the form from anywhere',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const form = page.getByRole('dialog', { name: 'Send a follow-up' })
    await slack.say({ user: 'U0BEN', channel: 'C0DOCS', text: 'The intro is too long', files: [{ name: 'page.png' }] })
    const message = page.getByText('The intro is too long')
    await message.hover()
    await page.getByRole('button', { name: 'Send to an agent job' }).last().click()
    await form.getByText('this file won’t be sent').waitFor()
    await form.getByRole('combobox', { name: 'Job' }).fill('job_8f2')
    await form.getByRole('option', { name: 'Use job_8f2' }).click()
    await form.getByRole('button', { name: 'Send' }).click()
    await form.waitFor({ state: 'detached' })
    await slack.waitFor(() => agent.sends().length === 1, 'the instruction')
    expect(agent.sends()[0]?.prompt).toMatch(/^The intro is too long\n\nFrom Ben in Slack: https:\S+$/)

    await page.getByRole('button', { name: 'Send a follow-up' }).first().click()
    const where = form.getByRole('combobox', { name: 'Where' })
    await where.waitFor()
    await form.getByRole('combobox', { name: 'Job' }).focus()
    await form.getByRole('option', { name: /^job_8f2 · ⏳ working/ }).waitFor()
    await page.keyboard.press('Enter')
    await form.getByRole('textbox', { name: 'What should it do?' }).focus()
    await page.keyboard.type('Shorten the outro.')
    await where.focus()
    await page.keyboard.type('#random')
    expect(await where.locator('option').allTextContents()).toEqual([
      'Only me, in a direct message',
      '#docs',
      '#random',
      '#quickstart-core',
      '#partners'
    ])
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.getByText('I’m not in this channel. Invite me there').waitFor()
    await where.focus()
    await page.keyboard.type('#docs')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.waitFor({ state: 'detached' })
    await slack.waitFor(() => agent.sends().length === 2, 'the second instruction')
  }
)

browserTest(
  'takes an id that was typed, with Tab, and says so when nothing was chosen',
  { guide: false },
  async ({ page }) => {
    const { form, job, instruction } = await openForm(page)
    // The form is still there: Enter presses nothing yet.
    await page.keyboard.press('Enter')
    await instruction.fill('Shorten the intro.')
    await job.fill('job_8f2')
    await form.getByRole('option', { name: 'Use job_8f2' }).waitFor()
    // The list covers the form, and moves nothing: this is one click.
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByRole('alert').waitFor()
    await expect.poll(() => job.inputValue()).toBe('')

    await job.focus()
    await page.keyboard.type('job_8f2')
    await form.getByRole('option', { name: 'Use job_8f2' }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => job.inputValue()).toBe('Use job_8f2')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.waitFor({ state: 'detached' })
  }
)

browserTest(
  'opens the form from the card of a job that has ended, by keyboard, and goes on in its thread',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const channel = page.getByRole('region', { name: 'Channel docs' })
    const form = page.getByRole('dialog', { name: 'Send a follow-up' })
    await page.getByRole('textbox', { name: 'Message #docs' }).fill('/agent-followup job_8f2 Add examples')
    await page.keyboard.press('Enter')
    await slack.waitFor(() => agent.sends().length === 1, 'the first instruction')
    agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
    await channel.getByRole('button', { name: 'Check now' }).press('Enter')
    await channel.getByRole('button', { name: 'Send follow-up' }).press('Enter')
    const instruction = form.getByRole('textbox', { name: 'What should it do?' })
    await instruction.waitFor()
    expect(await form.getByRole('combobox', { name: 'Job' }).inputValue()).toBe('job_8f2')
    await instruction.focus()
    await page.keyboard.type('Shorten the intro.')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.waitFor({ state: 'detached' })
    await slack.waitFor(() => agent.sends().length === 2, 'the instruction')
    await channel.getByText('already has a thread here').waitFor()
  }
)

browserTest(
  'keeps what was typed when it is not sent, and sends it without the secret to the job chosen from the list',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    agent.setJob('job_8f2', { life: { ends: 'never' } })
    await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'job_8f2 Add examples' })
    await page.getByText('job_8f2 · working').waitFor()
    const { form, job, instruction } = await openForm(page)
    await job.focus()
    await form.getByRole('option', { name: /^job_8f2/ }).waitFor()
    await page.keyboard.press('Enter')
    await instruction.fill('Use ghp_k3Jq9ZtW7bXr2LmVd8NsYfP5cHaQ1eUg6RoT')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('line 1 looks like a GitHub token').waitFor()
    await instruction.fill('Use the token of the vault')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.waitFor({ state: 'detached' })
    await slack.waitFor(() => agent.sends().length === 2, 'the instruction')
  }
)

browserTest(
  'lets an instruction wait until the job is idle, or for a time, by keyboard',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const sent = () => agent.sends().map(({ prompt }) => prompt)
    const channel = page.getByRole('region', { name: 'Channel docs' })
    agent.setJob('job_8f2', { status: 'active' })

    async function fillIn(words: string, when: string) {
      const { form, job } = await openForm(page)
      await job.focus()
      await page.keyboard.type('job_8f2')
      await form.getByRole('option').filter({ hasText: 'job_8f2' }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.type(words)
      await page.keyboard.press('Tab')
      // A browser forgets what was typed into a menu a second ago.
      const chosen = async () => {
        await page.keyboard.type(when)
        return page.locator('select:focus option:checked').innerText()
      }
      await expect.poll(chosen).toContain(when)
      return form
    }

    const idle = await fillIn('Run the tests.', 'When the job')
    await idle.getByRole('button', { name: 'Send' }).press('Enter')
    await channel.getByText('job_8f2 · waiting until the job is idle').waitFor()
    await channel.getByRole('button', { name: 'Send now' }).press('Enter')
    await slack.waitFor(() => sent().length === 1, 'the instruction')

    const timed = await fillIn('Check the links.', 'At a time')
    await timed.getByRole('button', { name: 'Send' }).press('Enter')
    await timed.getByText('Choose a day and a time.').waitFor()
    // By the browser's clock on the wall.
    const inAnHour = await page.evaluate(() => {
      const time = new Date(Date.now() + 3_600_000)
      return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    })
    await timed.getByLabel(/^Day and time/).fill(inAnHour)
    await timed.getByRole('button', { name: 'Send' }).press('Enter')
    await timed.waitFor({ state: 'detached' })
    await channel.getByText(/⏰ waiting until .* “Check the links\.”/).waitFor()
    expect(sent()).toEqual(['Run the tests.'])
  }
)

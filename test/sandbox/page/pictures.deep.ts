import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

const FOLDER = new URL('../../../docs/', import.meta.url)

/** Renews a picture in the README if WRITE_PICTURES is set; an ordinary run leaves the tree alone. */
async function takePicture(page: Page, name: string): Promise<void> {
  // Whatever the mouse happens to point at is not part of the picture.
  await page.mouse.move(0, 0)
  if (process.env.WRITE_PICTURES) await page.screenshot({ path: fileURLToPath(new URL(name, FOLDER)) })
}

browserTest(
  'shows a finished job in its channel, and two people’s replies in its thread',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const channel = page.getByRole('region', { name: 'Channel docs' })
    const thread = page.getByRole('complementary', { name: 'Thread' })
    const place = { channel: 'C0DOCS' }

    await slack.command({ ...place, user: 'U0ANA', text: 'job_8f2 Also add error handling examples to the quickstart' })
    await channel.getByText('job_8f2 · working').waitFor()
    const card = slack.messages('C0DOCS').findLast(({ user }) => user === slack.botUserId)
    expect(card).toBeDefined()
    agent.finish('job_8f2')
    await slack.press({ ...place, user: 'U0ANA', actionId: 'check-now', messageTs: card?.ts })
    await channel.getByText('@Ana, job_8f2 finished: pull request #12 is ready.').waitFor()
    await takePicture(page, 'channel.png')

    await slack.say({ ...place, user: 'U0BEN', text: 'shorten the second example', threadTs: card?.ts })
    await slack.react({ ...place, user: 'U0ANA', messageTs: card?.ts ?? '', name: 'tada' })
    await channel.getByRole('button', { name: /^\d+ repl/ }).click()
    await thread.getByRole('button', { name: /^incoming_envelope/ }).waitFor()
    await takePicture(page, 'thread.png')
  }
)

browserTest(
  'shows the form with a message in it, and a job chosen from those that it offers',
  { guide: false },
  async ({ page, sandbox: { slack } }) => {
    const place = { channel: 'C0DOCS' }
    const form = page.getByRole('dialog', { name: 'Send a follow-up' })
    await slack.command({ ...place, user: 'U0ANA', text: 'job_8f2 Also add error handling examples to the quickstart' })
    await page.getByText('job_8f2 · working').waitFor()
    const { ts } = await slack.say({ ...place, user: 'U0BEN', text: 'The second example is too long' })
    await slack.shortcut({ ...place, user: 'U0ANA', callbackId: 'send-to-job', messageTs: ts })
    await form.getByRole('combobox', { name: 'Job' }).focus()
    await form.getByRole('option').waitFor()
    await page.keyboard.press('Enter')
    await form.getByRole('option').waitFor({ state: 'detached' })
    await takePicture(page, 'form.png')
  }
)

browserTest(
  'shows a home with what needs a decision, what is under way, and what ended',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const ask = async (text: string) => {
      const sent = agent.requests({ asked: 'send' }).length
      await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text })
      await slack.waitFor(() => agent.requests({ asked: 'send' }).length > sent, 'the instruction to be sent', 20_000)
    }
    for (const id of ['job_31c', 'job_c90']) agent.setJob(id, { life: { ends: 'never' } })
    await ask('job_8f2 Also add error handling examples to the quickstart')
    agent.finish('job_8f2')
    await ask('job_c90 Explain what happens when a card is declined')
    await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'watch job_c90' })
    agent.fail('send', { kind: 'reset before read' })
    await ask('job_31c List the breaking changes first')
    await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
    await page.getByRole('button', { name: 'Home' }).click()
    for (const group of ['Needs your decision', 'Under way', 'Jobs I’ll tell you about', 'Ended in the last 24 hours'])
      await page.getByText(group).waitFor()
    await takePicture(page, 'home.png')
  }
)

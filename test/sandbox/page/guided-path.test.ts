import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { seenAtWork } from './seen-at-work.ts'

browserTest(
  'walks a newcomer from the first command to a killed bot that comes back',
  {},
  async ({ page, sandbox }) => {
    const guide = page.getByRole('region', { name: 'Guided path' })
    const channel = page.getByRole('region', { name: 'Channel docs' })
    const thread = page.getByRole('complementary', { name: 'Thread' })
    const step = (title: string) => guide.getByRole('heading', { name: title }).waitFor()
    const press = (name: string) => guide.getByRole('button', { name, exact: true }).click()

    await step('Run this command')
    await press('Write it for me')
    await page.keyboard.press('Enter')
    await channel.getByText('job_8f2 · working').waitFor()
    await step('Watch the card')
    const send = page
      .getByRole('region', { name: 'Requests to the agent service' })
      .locator('details', { hasText: 'send' })
    await send.first().locator('summary').click()
    await send.getByText('authorization: Bearer ***').waitFor()
    expect(await page.content()).not.toContain(sandbox.agent.apiKey)

    await press('Seen it')
    await channel.getByRole('button', { name: 'Tell me' }).first().click()
    await channel.getByText('I’ll write to you directly').waitFor()
    await press('Finish the job')
    await channel.getByText('@Ana, job_8f2 finished: pull request #12 is ready.').waitFor()
    await channel.getByText('job_8f2 · ready for review').first().waitFor()
    await step('Reply in the thread')
    // What the bot has written directly since is not where the path goes on.
    await page.getByRole('button', { name: /Agent Follow-up.*unread/ }).waitFor()

    await press('Open the thread')
    await page.keyboard.press('Enter')
    await thread.getByRole('button', { name: /^incoming_envelope/ }).waitFor()
    // The explanation of the marks stays in sight until all have been seen.
    await step('Reply in the thread')
    await seenAtWork(sandbox.agent, 'job_8f2')
    await page.getByRole('group', { name: 'End job_8f2' }).getByRole('button', { name: 'Finish' }).click()
    await thread.getByRole('button', { name: /^white_check_mark/ }).waitFor()
    await thread.getByText('still on').waitFor()

    await step('Break something')
    await press('Lose the next answer')
    await page.keyboard.press('Enter')
    // On the card, and under the follow-up.
    await thread.getByRole('button', { name: 'Send again' }).nth(1).waitFor()
    expect(sandbox.agent.sends('job_8f2')).toHaveLength(3)

    await step('Kill the bot')
    const killed = sandbox.bot.status().pid
    await press('Kill the bot')
    await page.locator('.bot-state', { hasText: 'Killed' }).waitFor()
    await thread.getByRole('textbox').fill('and mention the retry rules')
    await page.keyboard.press('Enter')
    await thread.getByText('and mention the retry rules').waitFor()
    await step('Start it again')
    await press('Start the bot')
    await page.locator('.bot-state', { hasText: 'Running' }).waitFor()
    await step('That’s the product.')
    await sandbox.agent.waitFor(
      () => sandbox.agent.sends('job_8f2').length === 4,
      'the reply said while the bot was dead'
    )
    expect(sandbox.bot.status().pid).not.toBe(killed)

    await guide.getByRole('button', { name: 'Put the guided path away' }).click()
    await page.reload()
    await channel.waitFor()
    await guide.waitFor({ state: 'detached' })
  }
)

import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { seriousFindings } from './serious-findings.ts'

browserTest(
  'starts over by keyboard, with a fresh workspace and a bot that works in it',
  {},
  async ({ page, sandbox }) => {
    const channel = page.getByRole('region', { name: 'Channel docs' })
    const guide = page.getByRole('region', { name: 'Guided path' })
    const dialog = page.getByRole('dialog', { name: 'Start over?' })
    const reset = page.getByRole('button', { name: 'Reset', exact: true })
    await guide.getByRole('button', { name: 'Write it for me' }).click()
    await page.keyboard.press('Enter')
    await channel.getByText('job_8f2 · working').waitFor()
    await guide.getByRole('heading', { name: 'Watch the card' }).waitFor()
    const { pid } = sandbox.bot.status()

    await reset.press('Enter')
    await dialog.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await channel.getByText('job_8f2 · working').waitFor()

    await reset.press('Enter')
    await dialog.getByRole('button', { name: 'Start over' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await guide.getByRole('heading', { name: 'Run this command' }).waitFor()
    await channel.getByText('job_8f2 · working').waitFor({ state: 'detached' })
    await page.locator('.bot-state', { hasText: 'Running' }).waitFor()
    expect(sandbox.bot.status().pid).not.toBe(pid)
    expect(sandbox.agent.requests()).toEqual([])

    await guide.getByRole('button', { name: 'Write it for me' }).click()
    await page.keyboard.press('Enter')
    await channel.getByText('job_8f2 · working').waitFor()
    await sandbox.agent.waitFor(() => sandbox.agent.sends().length === 1, 'the follow-up to be sent')
  }
)

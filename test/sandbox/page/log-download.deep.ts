import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest('downloads the log of a job from the direct messages, by keyboard', { guide: false }, async ({ page }) => {
  const channel = page.getByRole('region', { name: 'Channel docs' })
  const say = async (words: string) => {
    await page.getByRole('textbox', { name: 'Message #docs' }).fill(words)
    await page.keyboard.press('Enter')
  }
  await say('/agent-followup job_8f2 Add examples')
  await channel.getByText('job_8f2 · working').waitFor()
  await say('/agent-followup log job_8f2')
  await channel.getByRole('button', { name: 'Download' }).press('Enter')
  await channel.getByText('is in your direct messages with me: one instruction, as a CSV file.').waitFor()
  await page.getByRole('button', { name: 'Agent Follow-up' }).first().click()
  const link = page.getByRole('link', { name: 'Log of job_8f2 (job_8f2-log.csv)' })
  const download = page.waitForEvent('download')
  await link.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe('job_8f2-log.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain(',Ana,Add examples,⏳ working,')
})

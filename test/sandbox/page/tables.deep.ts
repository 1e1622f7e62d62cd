import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest('shows the jobs in a table, by keyboard alone, and leads to a card', { guide: false }, async stage => {
  const { page, sandbox } = stage
  const { slack, agent } = sandbox
  agent.setJob('job_8f2', { life: { ends: 'never' } })
  await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'job_8f2 Say what a 404 means' })
  const channel = page.getByRole('region', { name: 'Channel docs' })
  await channel.getByText('job_8f2 · working').waitFor()
  await page.getByRole('textbox', { name: 'Message #docs, as Ana' }).focus()
  await page.keyboard.type('/agent-followup list')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  const table = channel.getByRole('table')
  await table.waitFor()
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Where it stands',
    'Job',
    'Instruction',
    'Asked by',
    'Card'
  ])
  const cells = await table.getByRole('row').nth(1).getByRole('cell').allTextContents()
  expect(cells.slice(0, 3)).toEqual(['⏳ working', 'job_8f2', '“Say what a 404 means”'])
  await table.getByRole('link', { name: 'card' }).press('Enter')
  await page.getByRole('complementary', { name: 'Thread' }).getByText('job_8f2 · working').waitFor()
})

import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest('keeps the guided path away and the colours chosen after a reload', {}, async ({ page }) => {
  await page.getByRole('button', { name: 'Put the guided path away' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.reload()
  await page.getByRole('region', { name: 'Channel docs' }).waitFor()
  expect(await page.getByRole('region', { name: 'Guided path' }).count()).toBe(0)
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
})

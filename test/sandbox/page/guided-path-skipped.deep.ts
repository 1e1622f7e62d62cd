import { browserTest } from './browser-test.ts'

browserTest('lets somebody in a hurry skip a step', {}, async ({ page }) => {
  const guide = page.getByRole('region', { name: 'Guided path' })
  await guide.getByRole('button', { name: 'Skip' }).click()
  await guide.getByRole('heading', { name: 'Watch the card' }).waitFor()
  await guide.getByRole('button', { name: 'Skip' }).click()
  await guide.getByRole('heading', { name: 'Finish the job' }).waitFor()
})

browserTest('lets somebody skip everything, and remembers where they were', {}, async ({ page }) => {
  const guide = page.getByRole('region', { name: 'Guided path' })
  const titles = ['Watch the card', 'Finish the job', 'Reply in the thread', 'Break something', 'Kill the bot']
  for (const title of titles) {
    await guide.getByRole('button', { name: 'Skip' }).click()
    await guide.getByRole('heading', { name: title }).waitFor()
  }
  await page.reload()
  await guide.getByRole('heading', { name: 'Kill the bot' }).waitFor()
  for (const title of ['Start it again', 'That’s the product.']) {
    await guide.getByRole('button', { name: 'Skip' }).click()
    await guide.getByRole('heading', { name: title }).waitFor()
  }
})

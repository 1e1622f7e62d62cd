import { browserTest } from './browser-test.ts'

browserTest(
  'lets a newcomer merge a pull request, and shows it on the card',
  { guide: false },
  async ({ page, sandbox }) => {
    const { slack, agent } = sandbox
    const channel = page.getByRole('region', { name: 'Channel docs' })
    await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'job_8f2 add examples' })
    await channel.getByText('job_8f2 · working').waitFor()
    agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
    await channel.getByRole('button', { name: 'Check now' }).click()
    await channel.getByText('job_8f2 finished: pull request #12 is ready.').waitFor()
    const pull = page.getByRole('group', { name: 'Change pull request #12' })
    await pull.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('region', { name: 'Pull requests' }).getByText('merged').waitFor()
    await channel.getByText('finished · pull request #12 · merged').first().waitFor()
  }
)

browserTest('gives each job that it finishes a pull request of its own', { guide: false }, async ({ page }) => {
  const pulls = page.getByRole('region', { name: 'Pull requests' })
  for (const id of ['job_31c', 'job_77a'])
    await page
      .getByRole('group', { name: `End ${id}` })
      .getByRole('button', { name: 'Finish' })
      .click()
  await pulls.getByText('acme/docs #22').waitFor()
  await pulls.getByText('acme/docs #23').waitFor()
})

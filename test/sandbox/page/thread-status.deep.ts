import { browserTest } from './browser-test.ts'

browserTest(
  'says under the thread that the agent is working, until it has finished',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const channel = page.getByRole('region', { name: 'Channel docs' })
    agent.setJob('job_8f2', { life: { ends: 'never' } })
    await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'job_8f2 add examples' })
    const card = channel.getByRole('article', { name: 'Agent Follow-up' })
    await card.hover()
    await card.getByRole('button', { name: 'Reply' }).click()
    const status = page.getByRole('complementary', { name: 'Thread' }).getByRole('status')
    await status.getByText('Agent Follow-up is working on job_8f2…').waitFor()
    agent.finish('job_8f2')
    await status.getByText('is working').waitFor({ state: 'detached' })
  }
)

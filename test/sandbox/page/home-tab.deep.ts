import { browserTest } from './browser-test.ts'

browserTest(
  'shows what somebody asked for in their home, on a phone as well, and takes them to its card',
  { guide: false, width: 390 },
  async ({ page, sandbox: { slack, agent } }) => {
    agent.setJob('job_8f2', { life: { ends: 'never' } })
    await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'job_8f2 add error handling examples' })
    const isSent = () => agent.sends().length === 1
    await slack.waitFor(isSent, 'the instruction to be sent', 20_000)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
    await page.getByRole('button', { name: 'Home' }).click()
    const home = page.getByRole('region', { name: 'Home of the app' })
    await home.getByText('Under way').waitFor()
    await home.getByText('“add error handling examples”').waitFor()
    await home.getByText('follow-ups left, for everybody together').waitFor()
    await home.getByRole('link', { name: 'Open its card' }).click()
    await page.getByRole('complementary', { name: 'Thread' }).getByText('add error handling examples').waitFor()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: '🔔 Tell me' }).first().click()
    await page.getByText('I’ll write to you directly when').waitFor()
    await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
    await page.getByRole('button', { name: 'Home' }).click()
    await home.getByText('Jobs I’ll tell you about').waitFor()
    await home.getByRole('button', { name: '🔕 Don’t tell me' }).press('Enter')
    await home.getByText('Jobs I’ll tell you about').waitFor({ state: 'detached' })
  }
)

import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'

browserTest(
  'breaks the agent service with switches, and presses the buttons that the bot then offers',
  { guide: false },
  async ({ page, sandbox }) => {
    const channel = page.getByRole('region', { name: 'Channel docs' })
    const box = channel.getByRole('textbox')
    const send = async (text: string) => {
      await box.fill(text)
      await page.keyboard.press('Enter')
    }

    const flip = async (name: string | RegExp, to: 'on' | 'off') => {
      await page.getByRole('switch', { name }).click()
      await page.getByRole('switch', { name, checked: to === 'on' }).waitFor()
    }

    await flip(/429/, 'on')
    await send('/agent-followup job_31c Tidy the changelog')
    await channel.getByText('job_31c · held for a moment').waitFor()
    await channel.getByRole('button', { name: 'Cancel' }).click()
    await channel.getByText('job_31c · cancelled').waitFor()
    await channel.getByText(/Cancelled before it was sent · @Ana/).waitFor()
    await flip(/429/, 'off')
    expect(sandbox.agent.faults()).toEqual([])

    await flip('Answer lost after delivery', 'on')
    await send('/agent-followup job_77a Rebuild the search')
    await channel.getByText('job_77a · maybe delivered').waitFor()
    await flip('Answer lost after delivery', 'off')
    expect(sandbox.agent.sends()).toMatchObject([{ jobId: 'job_77a', prompt: 'Rebuild the search' }])

    // It may be back before anybody could read that it was gone.
    const connected = () => sandbox.slack.calls('apps.connections.open').length
    const before = connected()
    await page.getByRole('button', { name: 'Cut the connection' }).click()
    await sandbox.slack.waitFor(() => connected() > before, 'the bot to connect again')
    await page.locator('.bot-state', { hasText: 'Running' }).waitFor()

    await page.getByRole('button', { name: 'random' }).click()
    const random = page.getByRole('region', { name: 'Channel random' })
    await random.getByRole('textbox').fill('/agent-followup job_8f2 hello')
    await page.keyboard.press('Enter')
    await random.getByText('Only visible to you').first().waitFor()
    await random.getByText(/I’m not in this channel/).waitFor()
    await random.getByText('Agent Follow-up is not a member here').waitFor()
    await random.getByRole('textbox').fill('/invite @Agent Follow-up')
    await page.keyboard.press('Enter')
    await random.getByText('Agent Follow-up is here.').waitFor()
    await random.getByText('is not a member here').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^Gina/ }).click()
    await page.getByRole('button', { name: 'quickstart-core' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^docs/ }).click()
    await send('/agent-followup job_8f2 please')
    await channel.getByText(/guests/i).waitFor()
  }
)

import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { takePicture } from './take-picture.ts'

browserTest(
  'shows a finished job in its channel, and two people’s replies in its thread',
  { guide: false },
  async ({ page, sandbox: { slack, agent } }) => {
    const channel = page.getByRole('region', { name: 'Channel docs' })
    const thread = page.getByRole('complementary', { name: 'Thread' })
    const place = { channel: 'C0DOCS' }

    await slack.command({ ...place, user: 'U0ANA', text: 'job_8f2 Also add error handling examples to the quickstart' })
    await channel.getByText('job_8f2 · working').waitFor()
    await slack.waitFor(() => agent.sends().length === 1, 'the instruction to be sent')
    const card = slack.messages('C0DOCS').findLast(({ user }) => user === slack.botUserId)
    expect(card).toBeDefined()
    agent.finish('job_8f2')
    await slack.command({ ...place, user: 'U0ANA', text: 'status job_8f2' })
    await channel.getByText('@Ana, job_8f2 finished: pull request #12 is ready.').waitFor()
    await takePicture(page, 'channel.png')

    await slack.say({ ...place, user: 'U0BEN', text: 'shorten the second example', threadTs: card?.ts })
    await slack.react({ ...place, user: 'U0ANA', messageTs: card?.ts ?? '', name: 'tada' })
    await channel.getByRole('button', { name: /^\d+ repl/ }).click()
    await thread.getByRole('button', { name: /^incoming_envelope/ }).waitFor()
    await takePicture(page, 'thread.png')
  }
)

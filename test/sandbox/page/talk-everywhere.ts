import type { Stage } from './browser-test.ts'
import { takeStill } from './take-picture.ts'
import { type Story, useThePage } from './use-the-page.ts'

/** Ana steers several jobs: in the channel, in the form and in direct messages. */
export function talkEverywhere(stage: Stage): Story {
  const { page } = stage
  const use = useThePage(stage)
  const { channel, sees, command, press, sent, end } = use
  const card = (job: string) =>
    channel
      .getByRole('article')
      .filter({ hasText: `${job} · ` })
      .first()

  return {
    async 'another job fails, and is tried again'() {
      await command('job_77a Index the search page')
      await sent('Index the search page')
      await end('job_77a', 'Fail')
      await sees(channel, /job_77a failed/)
      await press(use.messageWith(channel, /job_77a failed/), 'Try again')
      await sees(channel, /Sent again · @Ana/)
      await sees(channel, /job_77a · working/)
    },
    async 'Ana mentions the bot with a job, and asks to hear of its end'() {
      await use.say('@Agent Follow-up job_31c List the breaking changes')
      await sees(channel, /job_31c · working/)
      await press(card('job_31c'), '🔔 Tell me')
      await sees(channel, 'I’ll write to you directly when job_31c ends.')
    },
    async 'in the form, an instruction waits until that job is idle'() {
      const form = page.getByRole('dialog', { name: 'Send a follow-up' })
      await command('job_31c')
      await form.getByRole('textbox', { name: 'What should it do?' }).fill('Sort them by date')
      await form.getByRole('combobox', { name: 'When' }).selectOption({ label: 'When the job is idle' })
      await form.getByRole('button', { name: 'Send', exact: true }).press('Enter')
      await form.waitFor({ state: 'detached' })
      await sees(channel, /waiting until the job is idle · “Sort them by date”/)
    },
    async '“list” shows all of them'() {
      await command('list')
      const list = use.messageWith(channel, 'The jobs of this channel')
      for (const job of ['job_8f2', 'job_77a', 'job_31c']) await list.getByText(job).first().waitFor()
      await takeStill(page, 'list')
    },
    async 'in direct messages she names a job, and a sentence goes there'() {
      await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
      await use.say('job_c90 Explain what happens when a card is declined')
      await sent('Explain what happens when a card is declined')
      await page
        .getByText(/job_c90 · working/)
        .first()
        .waitFor()
    },
    async 'her home shows what is under way, and what waits'() {
      await page.getByRole('button', { name: 'Home' }).press('Enter')
      const home = page.getByRole('region', { name: 'Home of the app' })
      for (const words of ['Under way', '“Sort them by date”', 'Jobs I’ll tell you about', 'The last 24 hours'])
        await home.getByText(words).first().waitFor()
    }
  }
}

import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest, type Stage } from './browser-test.ts'
import { seenAtWork } from './seen-at-work.ts'

const MINUTE_MS = 60_000

browserTest('lets a team go through a whole day', { guide: false, timeoutMs: 8 * MINUTE_MS }, async stage => {
  const steps = Object.entries({ ...talkInOneThread(stage), ...talkEverywhere(stage) })
  expect(steps.length).toBeGreaterThanOrEqual(20)
  for (const [what, act] of steps)
    await act().catch((error: unknown) => {
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error })
    })
})

/** What a person does on the page, and where they look. */
function useThePage({ page, sandbox }: Stage) {
  const { agent } = sandbox
  const channel = page.getByRole('region', { name: 'Channel docs' })
  const thread = page.getByRole('complementary', { name: 'Thread' })
  const box = page.getByRole('textbox', { name: /^Message / })
  const settings = page.getByRole('dialog', { name: 'Settings' })

  async function write(where: Locator, words: string): Promise<void> {
    await where.fill(words)
    await where.press('Enter')
  }

  /** The newest message with these words. */
  const messageWith = (where: Locator, words: string | RegExp) =>
    where.getByRole('article').filter({ hasText: words }).last()

  async function act(name: 'Edit' | 'Delete', words: string): Promise<void> {
    const message = messageWith(thread, words)
    await message.focus()
    await message.getByRole('button', { name, exact: true }).press('Enter')
  }

  return {
    channel,
    thread,
    settings,
    messageWith,
    speakAs: (name: string) => page.getByRole('navigation').getByRole('button', { name }).click(),
    /** Their first message is a card. */
    async openThread(job: string): Promise<void> {
      const card = channel
        .getByRole('article')
        .filter({ hasText: new RegExp(`${job} · `) })
        .first()
      await card.focus()
      await card.getByRole('button', { name: 'Reply', exact: true }).press('Enter')
      await thread
        .getByText(new RegExp(`${job} · `))
        .first()
        .waitFor()
    },
    command: (words: string) => write(box, `/agent-followup ${words}`),
    say: (words: string) => write(box, words),
    reply: (words: string) => write(thread.getByRole('textbox', { name: /^Reply/ }), words),
    async edit(words: string, instead: string): Promise<void> {
      await act('Edit', words)
      await write(thread.getByRole('textbox', { name: 'Edit your message' }), instead)
    },
    remove: (words: string) => act('Delete', words),
    press: (where: Locator, name: string) => where.getByRole('button', { name, exact: true }).last().press('Enter'),
    /** Pull requests are looked at every minute. */
    sees: (where: Locator, words: string | RegExp, timeout = 90_000) => messageWith(where, words).waitFor({ timeout }),
    marked: (words: string, mark: string) =>
      messageWith(thread, words)
        .getByRole('button', { name: new RegExp(`^${mark}`) })
        .waitFor(),
    /** Behind the scenes. */
    async end(job: string, how: 'Finish' | 'Fail'): Promise<void> {
      await seenAtWork(agent, job)
      await page
        .getByRole('group', { name: `End ${job}` })
        .getByRole('button', { name: how })
        .press('Enter')
    },
    async sent(words: string): Promise<void> {
      await agent.waitFor(() => agent.sends().some(({ prompt }) => prompt === words), `'${words}' to be sent`, 30_000)
    },
    async openSettings(): Promise<void> {
      await write(box, '/agent-followup settings')
      await settings.getByRole('button', { name: 'Save' }).waitFor()
    },
    async save(): Promise<void> {
      await settings.getByRole('button', { name: 'Save' }).press('Enter')
      await settings.waitFor({ state: 'detached' })
    }
  }
}

/** Ana and Ben steer one job, in its thread. */
function talkInOneThread(stage: Stage) {
  const { page, sandbox } = stage
  const use = useThePage(stage)
  const { channel, thread, settings, sees, reply, command, press, speakAs, sent, end } = use
  const sends = () => sandbox.agent.sends().map(({ prompt }) => prompt)
  const pull = page.getByRole('group', { name: 'Change pull request #12' })

  return {
    async 'Ana chooses for the channel who speaks'() {
      await use.openSettings()
      await settings.getByRole('radio', { name: /^Every reply$/ }).press('Space')
      await use.save()
    },
    async 'the settings say what holds'() {
      await use.openSettings()
      expect(await settings.getByRole('radio', { name: /^Every reply$/ }).isChecked()).toBe(true)
      await settings.press('Escape')
      await settings.waitFor({ state: 'detached' })
    },
    async 'Ana’s command makes a card'() {
      await page.getByLabel('Jobs work').selectOption({ label: 'until I end them' })
      await command('job_8f2 Add error handling examples')
      await sees(channel, /job_8f2 · working/)
      await use.openThread('job_8f2')
    },
    async 'Ben’s reply waits until the job is idle'() {
      await speakAs('Ben')
      await reply('when idle: run the tests')
      await sees(thread, 'Not sent yet: waiting until the job is idle.')
      await use.marked('when idle: run the tests', 'alarm_clock')
    },
    async 'he edits it, and the new words wait'() {
      await use.edit('when idle: run the tests', 'when idle: run all the tests')
      await sees(thread, /Not sent yet: waiting until the job is idle\.\s*run all the tests/)
    },
    async 'another waits for a time, and he cancels it'() {
      await reply('tomorrow at 9: publish it')
      await press(use.messageWith(thread, /Not sent yet: waiting until .*\s*publish it/), 'Cancel')
      await sees(thread, /cancelled before it was sent · @Ben/)
    },
    async 'one more he deletes, which takes it back as well'() {
      await reply('when idle: announce it')
      await sees(thread, /Not sent yet[\s\S]*announce it/)
      await use.remove('when idle: announce it')
      await thread
        .getByText(/cancelled before/)
        .nth(1)
        .waitFor()
    },
    async '“status” and “list” answer him alone'() {
      await reply('status')
      await sees(thread, /Only visible to you[\s\S]*job_8f2/)
      await reply('list')
      await sees(thread, /of 100 follow-ups are left this hour/)
      expect(sends()).toEqual(['Add error handling examples'])
    },
    async 'the bot is killed and started again, and still knows what waits'() {
      await page.getByRole('button', { name: 'Kill the bot' }).press('Enter')
      await page.locator('.bot-state', { hasText: 'Killed' }).waitFor()
      await page.getByRole('button', { name: 'Start the bot' }).press('Enter')
      await page.locator('.bot-state', { hasText: 'Running' }).waitFor()
    },
    async 'the job ends: its result is in the channel, and what waited goes out'() {
      await end('job_8f2', 'Finish')
      await sees(channel, '@Ana, job_8f2 finished: pull request #12 is ready.')
      await sent('run all the tests')
      await sees(thread, 'No longer waiting. The card shows where it stands.')
    },
    async 'the checks of the pull request fail, and the thread says so'() {
      await pull.getByRole('button', { name: 'Fail its checks' }).press('Enter')
      await sees(thread, /checks/)
      await sees(channel, 'checks failed')
    },
    async 'the work ends, and Ana asks for more'() {
      await end('job_8f2', 'Finish')
      await sees(thread, /@Ben, job_8f2 finished/)
      await speakAs('Ana')
      await reply('Find out why they fail')
      await sent('Find out why they fail')
    },
    async 'the pull request is merged, and result and card say so'() {
      await end('job_8f2', 'Finish')
      await pull.getByRole('button', { name: 'Merge' }).press('Enter')
      await sees(channel, /finished · pull request #12 · merged/)
    },
    async 'a reply that waits until the job is idle is sent now'() {
      await reply('Add a title')
      await sent('Add a title')
      await reply('when idle: Check the links')
      await press(use.messageWith(thread, /Not sent yet[\s\S]*Check the links/), 'Send now')
      await sent('Check the links')
    },
    async '“only mentions” keeps talk between people, and a mention still goes out'() {
      await reply('only mentions')
      await sees(thread, 'From now on, only replies that begin by mentioning me go to job_8f2.')
      await speakAs('Ben')
      await reply('Shall we shorten it?')
      await sees(thread, 'Not sent: in this thread, only replies that begin by mentioning me go to the agent.')
      await reply('@Agent Follow-up shorten it')
      await sent('shorten it')
      expect(sends()).not.toContain('Shall we shorten it?')
    },
    async 'Ben mutes the thread for himself'() {
      await reply('mute')
      await sees(thread, 'Muted: I won’t mention you in this thread')
      await page.keyboard.press('Escape')
      await thread.waitFor({ state: 'detached' })
      await speakAs('Ana')
    }
  }
}

/** Ana steers several jobs: in the channel, in the form and in direct messages. */
function talkEverywhere(stage: Stage) {
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
      await sees(channel, /Tried again · @Ana/)
      await sees(channel, /job_77a · working/)
    },
    async 'Ana mentions the bot with a job, and asks to hear of its end'() {
      await use.say('@Agent Follow-up job_31c List the breaking changes')
      await sees(channel, /job_31c · working/)
      await press(card('job_31c'), '🔔 Tell me')
      await sees(channel, 'I’ll write to you directly when job_31c ends.')
    },
    async 'in the form, a follow-up waits until that job is idle'() {
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

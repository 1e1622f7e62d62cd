import type { Locator } from 'playwright-core'
import type { Stage } from './browser-test.ts'
import { seenAtWork } from './seen-at-work.ts'

/** Its parts in order, and what is done and seen then. */
export type Story = Record<string, () => Promise<unknown>>

/** What a person does on the page, and where they look. */
export function useThePage({ page, sandbox }: Stage) {
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

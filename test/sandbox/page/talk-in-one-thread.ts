import { expect } from 'vitest'
import type { Stage } from './browser-test.ts'
import { takeStill } from './take-picture.ts'
import { type Story, useThePage } from './use-the-page.ts'

const FOREVER = 'until I end them'

/** Ana and Ben steer one job, in its thread. */
export function talkInOneThread(stage: Stage): Story {
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
      await page.getByLabel('Jobs work').selectOption({ label: FOREVER })
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
      await sees(thread, /Cancelled before it was sent · @Ben/)
    },
    async 'one more he deletes, which takes it back as well'() {
      await reply('when idle: announce it')
      await sees(thread, /Not sent yet[\s\S]*announce it/)
      await use.remove('when idle: announce it')
      await thread
        .getByText(/Cancelled before/)
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
      await takeStill(page, 'after-a-restart')
    },
    async 'the job ends: its result is in the channel, and what waited goes out'() {
      await end('job_8f2', 'Finish')
      await sees(channel, '@Ana, job_8f2 finished: pull request #12 is ready.')
      await sent('run all the tests')
      await sees(thread, 'No longer waiting.')
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
      await takeStill(page, 'merged')
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

import { expect, it } from 'vitest'
import { z } from 'zod'
import type { View } from '../../sandbox/slack/slack-types.ts'
import { formAsShown } from '../support/form.ts'
import { startQuick } from '../support/quick-channel.ts'

const MINUTE = 60_000
const LINK = 'https://github.com/acme/docs/pull/12'
const FIX = 'The tests fail. Find out why and fix them.'
const BUTTONS = '[Fix the tests] [Shorten it]'

it('takes what was just sent with a button and is then typed for the same', async () => {
  const { ben, press, command, result, runDue, later } = await startQuick()
  await press('quick-1', { on: result, by: ben })
  await runDue()
  expect(await command(`job_8f2 ${FIX}`, { by: ben })).toMatch(/^Not sent twice: you asked \*job_8f2\*/)
  expect(later()).toEqual([FIX])
})

it('never sends other words than the button had, and shows the new ones', async () => {
  const { choose, pressAndHear, press, result, shown, runDue, advance, later } = await startQuick()
  expect(await choose('Shorten it: Shorten what you wrote.\nFix the tests: Delete the tests.')).toBeUndefined()
  await advance(MINUTE)
  expect(shown()).toContain(BUTTONS)
  expect(await pressAndHear('quick-1', { on: result })).toBe(
    'Nothing was sent: this channel’s quick follow-ups have changed since. The result gets the new buttons.'
  )
  await runDue()
  expect([later(), shown()]).toEqual([[], expect.stringContaining('[Shorten it] [Fix the tests]')])
  await press('quick-1', { on: result })
  await runDue()
  expect(later()).toEqual(['Shorten what you wrote.'])
  expect(await choose('')).toBeUndefined()
  expect(await pressAndHear('quick-2', { on: result })).toContain('have changed since')
  await runDue()
  expect(shown()).not.toContain('[Fix the tests]')
})

it('keeps the buttons when a link is added to the result', async () => {
  const { agent, ana, command, advance, thread } = await startQuick()
  agent.addJob({ id: 'job_9', life: { worksMs: 1_000, ends: 'completed', pullRequest: LINK, linkLateMs: 5 * MINUTE } })
  await command('job_9 add a title', { by: ana })
  await advance(2 * MINUTE)
  expect(thread()).toEqual([expect.stringContaining(`finished, no pull request.\n>add a title\n${BUTTONS}`)])
  await advance(5 * MINUTE)
  expect(thread()).toEqual([expect.stringMatching(/is ready\.\n(?:.*\n)*\[Fix the tests\] \[Shorten it\]/)])
})

it('shows them to those who may not change them', async () => {
  const { slack, channel, ben } = await startQuick()
  await slack.command({ user: ben, channel, text: 'settings' })
  await slack.waitFor(() => slack.views(ben).length > 0, 'the settings', 5_000)
  const shown = formAsShown(z.custom<View>().parse(slack.views(ben).at(-1)))
  expect(shown).toContain(`*Quick follow-ups*\n• Fix the tests: ${FIX}\n• Shorten it: Shorten what you wrote.`)
})

it('leaves other channels as they are', async () => {
  const { slack, agent, ana, ben, command, advance } = await startQuick()
  const channel = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  agent.addJob({ id: 'job_9', life: { worksMs: 1_000, ends: 'completed', pullRequest: LINK } })
  await command('job_9 add a title', { channel })
  await advance(MINUTE)
  const all = slack.messages(channel).flatMap(({ ts }) => slack.thread(channel, ts))
  expect(JSON.stringify(all)).toContain('is ready.')
  expect(JSON.stringify(all)).not.toContain('Fix the tests')
})

it('sends nothing from a closed thread, for somebody who may no longer, or where the bot is no longer', async () => {
  const { slack, database, channel, ben, pressAndHear, result, advance, later } = await startQuick()
  const on = { on: result, by: ben }
  await slack.removeFrom(channel)
  await advance(11_000)
  expect(await pressAndHear('quick-1', on)).toMatch(/^Not done: I’m not in this channel\./)
  await slack.invite(channel)
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  expect(await pressAndHear('quick-1', on)).toMatch(/^Not done: this thread is closed because /)
  await database.query('update followup.thread set closed_because = null')
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await advance(11 * MINUTE)
  expect(await pressAndHear('quick-1', on)).toMatch(/^Not done: guests can’t steer agent jobs/)
  await advance(MINUTE)
  expect(later()).toEqual([])
})

it('sends nothing that is taken for a secret by now', async () => {
  const { database, slack, channel, ana, pressAndHear, result, advance, runDue, later, shown } = await startQuick()
  // Stored when nobody knew this kind of secret.
  await database.query(
    `update followup.setting set value = 'Use it: use ghp_16C7e42F292c6912E7710c838347Ae178B4a' where name = 'quick'`
  )
  expect(await pressAndHear('quick-1', { on: result })).toContain('have changed since')
  await runDue()
  expect(shown()).toContain('[Use it]')
  await slack.press({ user: ana, channel, messageTs: result, actionId: 'quick-1' })
  expect(await slack.waitFor(() => slack.ephemerals(channel, ana)[1]?.text, 'why not')).toBe(
    '*Revoke it if others may know it.* Not sent: this looks like it contains a GitHub token (ghp_…). Send it again without that.'
  )
  await advance(2_000)
  expect(later()).toEqual([])
})

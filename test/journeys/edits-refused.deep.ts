import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const LATER_MS = 2 * 3_600_000

/** Ben's reply waits for the next hour, and meanwhile he has lost the right to use the bot. */
async function startWaiting(lost: 'list' | 'guest') {
  const journey = await startWatching({ hourlyLimit: 1 })
  const { slack, channel, ana, ben, reply, advance, restart, pass } = journey
  const { ts } = await reply('shorten it')
  await advance(3_000)
  if (lost === 'list') await restart({ ALLOWED_USERS: ana })
  else {
    slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
    // What somebody is, is asked again by then.
    await pass(11 * 60_000)
  }
  return {
    ...journey,
    async edit(text: string) {
      await slack.edit({ user: ben, channel, messageTs: ts, text })
      await advance(3_000)
    }
  }
}

it.each([
  ['list', 'you’re not on the list of people who may use this bot. Ask whoever runs it to add you.'],
  ['guest', 'guests can’t steer agent jobs. Ask a full member of this workspace.']
] as const)(
  'sends neither the new nor the earlier words of somebody who may no longer use the bot, and says why: %s',
  async (lost, why) => {
    const { ben, edit, sleep, later, told } = await startWaiting(lost)
    await edit('delete <everything>')
    expect(told(ben)).toEqual([`Not sent: ${why} Your words:\n>delete <everything>`])
    await sleep(LATER_MS)
    expect(later()).toEqual([])
  }
)

it.each(['', '// never mind'])('still withdraws what they edit to “%s”', async text => {
  const { ben, edit, sleep, later, told } = await startWaiting('list')
  await edit(text)
  await sleep(LATER_MS)
  expect([later(), told(ben)]).toEqual([[], []])
})

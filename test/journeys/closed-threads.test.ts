import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const REFUSED = {
  refusals: ['chat.update is_archived', 'chat.postMessage is_archived', 'reactions.remove is_archived']
}
const MINUTE = 60_000

it('an archived channel: the log gives back the words of what waited, as nobody took them back', async () => {
  const { slack, agent, channel, ben, reply, advance, command, later } = await startWatching(REFUSED)
  await reply('in 2 hours: run the tests')
  await advance(3_000)
  slack.archive(channel)
  agent.finish('job_8f2')
  await advance(2 * MINUTE)
  slack.archive(channel, false)
  expect(await command('status job_8f2', { by: ben })).toMatch(/🚫 cancelled · .*\n“run the tests” · you/)
  expect(later()).toEqual([])
})

it('a deleted card: the log gives back the words of what waited, and not of what was deleted before', async () => {
  const { slack, channel, ben, reply, cardTs, advance, command, later } = await startWatching({
    refusals: ['reactions.remove message_not_found', 'chat.update cant_update_message']
  })
  await reply('in 2 hours: run the tests')
  const { ts } = await reply('in 3 hours: my mistake')
  await advance(3_000)
  await slack.remove({ channel, messageTs: ts })
  await advance(3_000)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(3_000)
  const log = await command('status job_8f2', { by: ben })
  expect(log).toMatch(/🚫 cancelled · .*\ntaken back before it was sent · you/)
  expect(log).toMatch(/🚫 cancelled · .*\n“run the tests” · you/)
  expect(later()).toEqual([])
})

import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('does not send “settings” to the agent under one’s own instruction in direct messages', async () => {
  const { slack, agent, ana, advance, later } = await startWatching()
  agent.addJob({ id: 'job_d1', life: { ends: 'never' } })
  const channel = slack.directChannel(ana).id
  const { ts } = await slack.say({ user: ana, channel, text: 'job_d1 go' })
  await advance(3_000)
  await slack.say({ user: ana, channel, text: 'settings', threadTs: ts })
  await advance(3_000)
  expect(later()).toEqual(['go'])
})

it.each(['only mentions', 'every reply'])('offers no job for “%s” outside of threads', async words => {
  const { ben, command } = await startWatching()
  expect(await command(words, { by: ben })).toContain('only works in a thread')
})

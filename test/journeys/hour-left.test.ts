import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('says in the list how many follow-ups are left this hour, and when the next one is free', async () => {
  const { ben, command, advance } = await startWatching({ hourlyLimit: 2 })
  await advance(600_000)
  expect(await command('list')).toMatch(/\n— 1 of 2 follow-ups are left this hour, for everybody together\.$/)
  await command('job_8f2 second', { by: ben })
  await advance(2_000)
  await command('job_8f2 third')
  await advance(2_000)
  const list = await command('list')
  expect(list).toContain('⏸ held until 15:00')
  expect(list).toMatch(
    /\n— 0 of 2 follow-ups are left this hour, for everybody together\. The next one is free at about 15:00\.$/
  )
})

it('says in the list when the agent takes none for now', async () => {
  const { agent, command, reply, advance } = await startWatching()
  agent.fail('send', { status: 429, retryAfter: '600' })
  await reply('shorten it')
  await advance(2_000)
  expect(await command('list')).toMatch(/for everybody together\. The agent isn’t taking any until about 14:10\.$/)
})

import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('says how many follow-ups are left this hour, and that none wait', async () => {
  const { command, advance } = await startWatching()
  await advance(1_000)
  const left = '99 of 100 follow-ups are left this hour, for everybody together.'.replace('99', '*99*')
  for (const typed of ['budget', 'Budget?', 'budget left'])
    expect(await command(typed)).toBe(`${left}\nNothing is waiting to be sent.`)
  expect(await command('budget the next quarter')).toMatch(/^Not sent: which job is it for\?/)
})

it('says when the next one is free, who waits for it here, and how many wait elsewhere', async () => {
  const { slack, agent, ana, ben, command, advance, pass } = await startWatching({ hourlyLimit: 2 })
  agent.addJob({ id: 'job_secret', life: { ends: 'never' } })
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana] }).id
  await advance(600_000)
  await command('job_8f2 second', { by: ben })
  await advance(2_000)
  await command('job_secret plan the merger', { channel: secret })
  await command('job_8f2 third', { by: ben })
  await command('job_8f2 fourth')
  await advance(4_000)
  expect((await command('budget')).replace(/\(https:\S+\)/g, '→')).toBe(
    [
      'This hour’s follow-ups are used up: 2 of 2. The next one is free at about 15:00.',
      '3 are waiting to be sent, 1 of them not shown here:',
      '| Where it stands | Job | Instruction | Asked by | Card |',
      '| ⏸ held until 15:00 | job_8f2 | “third” | @Ben | card → |',
      '| ⏸ waiting for its turn | job_8f2 | “fourth” | you | card → |'
    ].join('\n')
  )
  const direct = slack.directChannel(ben).id
  expect((await command('budget', { by: ben, channel: direct })).replace(/\(https:\S+\)/g, '→')).toBe(
    [
      'This hour’s follow-ups are used up: 2 of 2. The next one is free at about 15:00.',
      '3 are waiting to be sent, 2 of them not shown here:',
      '| Where it stands | Job | Instruction | Asked by | Card |',
      '| ⏸ held until 15:00 | job_8f2 | “third” | you | #docs card → |'
    ].join('\n')
  )
  await pass(3_600_000)
})

it('says when the agent takes none for now', async () => {
  const { agent, command, reply, advance } = await startWatching()
  agent.fail('send', { status: 429, retryAfter: '600' })
  await reply('shorten it')
  await advance(2_000)
  expect(await command('budget')).toMatch(
    /^\*9\d\* of 100 follow-ups are left this hour, for everybody together\.\nThe agent isn’t taking any right now\. I’ll try again at about 14:10\.\nOne is waiting to be sent:\n/
  )
})

it('shows first what goes out first', async () => {
  const { command, advance } = await startWatching()
  await command('job_8f2 in 3 hours: last')
  await command('job_8f2 in 2 hours: second')
  await command('job_8f2 when idle: first')
  await advance(2_000)
  expect((await command('budget')).match(/“\w+”/g)).toEqual(['“first”', '“second”', '“last”'])
})

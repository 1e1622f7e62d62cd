import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const JOB = { id: 'job_8f2', life: { ends: 'never' as const } }

it('does not count what the service turned away', async () => {
  const { agent, command, reply, runDue, advance, thread } = await startJourney({ hourlyLimit: 2 })
  agent.addJob(JOB)
  agent.fail('send', { status: 429, retryAfter: '5' })
  await command('job_8f2 add examples')
  await runDue()
  await advance(6_000)
  await reply('shorten it')
  await advance(2_000)
  expect(thread()).toEqual(['Ben: shorten it 📨'])
})

it('trusts the service over its own count, for every job of the project', async () => {
  const { agent, command, runDue, advance, thread, reply, find, posts } = await startJourney({
    hourlyLimit: 2,
    retryAfterOn429: true
  })
  agent.addJob(JOB)
  agent.addJob({ ...JOB, id: 'job_other' })
  await command('job_8f2 add examples')
  await runDue()
  agent.useBudget(1)
  await reply('shorten it')
  await advance(2_000)
  expect(thread()[1]).toContain(
    'Not sent yet: the agent isn’t taking follow-ups right now. I’ll try again at about 15:00.'
  )
  expect(posts()).toBe(2)
  await advance(2_000)
  await command('job_other add tests')
  await advance(2_000)
  // Not even tried: the gate is closed for the project.
  expect(posts()).toBe(2)
  expect(find('job_other* · held until 15:00')).toBeDefined()
})

it('gives an instruction back when nothing answers for an hour', async () => {
  const { agent, command, advance, card, thread, posts } = await startJourney()
  agent.addJob(JOB)
  await agent.refuseConnections()
  await command('job_8f2 add examples')
  await advance(90 * 60_000)
  expect(card()).toContain('❌ *job_8f2* · not delivered')
  expect(thread()).toEqual([
    'bot: @Ana, not delivered: I couldn’t reach the agent for an hour, so I stopped trying. Send it again later.'
  ])
  expect(posts()).toBe(0)
})

it('does not send what waited for days while the bot was off, and says so', async () => {
  const { agent, reply, sleep, advance, thread, later, restart } = await startWatching({ hourlyLimit: 1 })
  await reply('shorten it')
  await advance(2_000)
  await restart()
  await sleep(3 * 24 * 3_600_000)
  await advance(2_000)
  expect(later()).toEqual([])
  expect(thread().slice(-1)).toEqual([
    'bot: @Ben, not delivered: I couldn’t send this within a day, so I stopped trying. Send it again if you still want it.'
  ])
  expect(agent.sends()).toHaveLength(1)
})

it('sends both of two instructions of the same millisecond, one an hour', async () => {
  const { agent, command, runDue, advance, sleep } = await startJourney({ hourlyLimit: 1 })
  for (const id of ['job_a', 'job_b', 'job_c']) agent.addJob({ id, life: { ends: 'never' } })
  await command('job_a first')
  await runDue()
  await advance(60_000)
  await command('job_b second')
  await command('job_c third')
  for (const sends of [2, 3]) {
    await sleep(61 * 60_000)
    await advance(3_000)
    expect(agent.sends()).toHaveLength(sends)
  }
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['first', 'second', 'third'])
})

import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const MINUTE = 60_000
const PULL = 'https://github.com/acme/docs/pull/12'

it('says on the card and in the status how long work usually takes, once five have ended in the repository', async () => {
  const { agent, command, reply, advance, card } = await startJourney()
  agent.addJob({ id: 'job_8f2', repository: 'acme/docs', life: { worksMs: 6 * MINUTE, pullRequest: PULL } })
  await command('job_8f2 add examples')
  for (const words of ['shorten them', 'add a title', 'add a summary', 'fix the links']) {
    await advance(3_000)
    expect(card()).not.toContain('usually')
    await advance(8 * MINUTE)
    await reply(words)
  }
  await advance(3_000)
  expect(card()).not.toContain('usually')
  await advance(8 * MINUTE)
  await reply('check the spelling')
  await advance(3_000)
  expect(card()).toContain('⏳ *job_8f2* · working')
  expect(card()).toContain('· usually about 6 min here')
  expect(await command('status job_8f2')).toContain(
    '*job_8f2*: *working* · acme/docs on `main` · usually about 6 min here'
  )
  await advance(8 * MINUTE)
  expect(card()).not.toContain('usually')
  expect(await command('status job_8f2')).not.toContain('usually')
})

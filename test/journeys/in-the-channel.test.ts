import { expect, it } from 'vitest'
import { inChannel, talk } from '../support/channel-talk.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE = 60_000

it('costs the channel two messages when a command and three replies end at the same pull request', async () => {
  const journey = await talk()
  expect(inChannel(journey)).toHaveLength(2)
  expect(journey.thread()).toHaveLength(7)
  expect(journey.thread().at(-1)).toContain('finished, still on')
})

it('tells the channel of a failure, however many results the thread has', async () => {
  const journey = await talk({}, 'failed')
  expect(inChannel(journey)).toHaveLength(3)
  expect(inChannel(journey).at(-1)?.text).toContain('*job_8f2* failed')
})

it('quotes two lines of the instruction that a result answers', async () => {
  const { agent, reply, advance, thread } = await startWatching({}, { status: 'completed', life: { worksMs: 5_000 } })
  await advance(MINUTE)
  agent.setJob('job_8f2', { life: { worksMs: 5_000 } })
  await reply('shorten it\nkeep the title\nand the date')
  await advance(MINUTE)
  const [, , result = ''] = thread()
  expect(result.split('\n').slice(1, 3)).toEqual(['>shorten it', '>keep the title …'])
  expect(result).not.toContain('and the date')
})

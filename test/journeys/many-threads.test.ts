import { expect, it } from 'vitest'
import { startApart } from '../support/apart.ts'

it('shows nothing of one thread in another, be it private or not', async () => {
  const { steer, secret, own, card, thread, said } = await startApart()
  const before = card()
  await steer('plan the merger', secret)
  await steer('buy the company', own)
  expect([card(), thread()]).toEqual([before, []])
  expect(said(secret).join()).not.toMatch(/add examples|company/)
})

it('brings each of three threads, in two channels and a direct message, exactly its own result', async () => {
  const { agent, steer, said, channel, api, own, advance } = await startApart()
  await steer('when idle: add tests', api)
  await steer('when idle: add a changelog', own)
  for (const number of [1, 2, 3]) {
    agent.finish('job_8f2', { prLink: `https://github.com/acme/docs/pull/${number}` })
    await advance(60_000)
  }
  const results = [channel, api, own].map(place =>
    said(place).flatMap(words => / finished[^·]*#(\d) .*\n>(.*)/.exec(words)?.slice(1).join(': ') ?? [])
  )
  expect(results).toEqual([['1: add examples'], ['2: add tests'], ['3: add a changelog']])
})

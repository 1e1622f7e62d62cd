import { expect, it } from 'vitest'
import { lineOf, startApart } from '../support/apart.ts'

const NOTED = 'bot: — ↪ *job_8f2* was also sent '

it('notes an instruction from another thread on the card, and in one line in a thread that waits for its own', async () => {
  const { steer, card, thread, said, api } = await startApart()
  await steer('add tests')
  expect(card()).toMatch(/\n— ↪ Also steered from #C0API: 1 instruction, sent 2026-11-20 14:00 by @Ben\n/)
  expect(thread()).toEqual([
    'bot: — ↪ *job_8f2* was also sent an instruction from #C0API at 14:00, so what comes next may be about both.'
  ])
  expect(said(api)).toHaveLength(1)
  expect(said(api)[0]).toMatch(/\n— ↪ Also steered from #docs: 1 instruction, sent 2026-11-20 14:00 by @Ana\n/)
})

it('says of private places only that it was elsewhere: neither where, nor who, nor what', async () => {
  const { steer, secret, own, card, thread, said } = await startApart()
  await steer('plan the merger', secret)
  await steer('buy the company', own)
  expect(lineOf(card())).toBe('↪ Also steered from elsewhere: 2 instructions, the latest 2026-11-20 14:00')
  expect(thread()).toEqual([
    `${NOTED}2 instructions from elsewhere, the latest at 14:00, so what comes next may be about all of them.`
  ])
  expect(lineOf(said(secret)[0])).toBe('↪ Also steered from elsewhere: 2 instructions, the latest 2026-11-20 14:00')
  await steer('add tests')
  expect(lineOf(card())).toBe(
    '↪ Also steered from #C0API and elsewhere: 3 instructions, the latest 2026-11-20 14:00 by @Ben'
  )
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

import { expect, it } from 'vitest'
import type { StandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { PULL, RESULT, startWithGithub, UNSEEN } from '../support/github.ts'

const MINUTE = 60_000

it('says nothing in a closed thread', async () => {
  const { slack, channel, finish, change, advance, cardTs, asked } = await startWithGithub()
  await finish()
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(MINUTE)
  const before = [slack.messages(channel).map(({ text }) => text), slack.calls().length]
  const looks = asked()
  await change({ checks: 'failed' })
  expect(asked()).toBeGreaterThan(looks)
  expect([slack.messages(channel).map(({ text }) => text), slack.calls().length]).toEqual(before)
})

it('asks nobody without a token, and goes on when there is one again', async () => {
  const { finish, advance, thread, asked } = await startWithGithub({ env: { GITHUB_TOKEN: '' } })
  await finish()
  await advance(10 * MINUTE)
  expect([asked(), thread()]).toEqual([0, [UNSEEN()]])

  const other = await startWithGithub()
  await other.finish()
  await other.restart({ GITHUB_TOKEN: '' })
  const before = other.asked()
  await other.advance(10 * MINUTE)
  expect(other.asked()).toBe(before)
  other.github.setPullRequest(PULL, { state: 'merged' })
  await other.restart()
  await other.upkeep()
  await other.advance(MINUTE)
  expect(other.thread()).toEqual([RESULT('*Merged*')])
})

type Trouble = { why: string; fault?: Parameters<StandInGithub['fail']>[0] }

const TROUBLES = Object.entries<Trouble>({
  'does not answer': { why: 'ECONNREFUSED' },
  'refuses the token': { why: 'it refuses GITHUB_TOKEN', fault: { status: 401 } },
  'knows no such pull request': { why: 'it answered 404', fault: { status: 404 } },
  'sends garbage': { why: 'its answer could not be read', fault: { status: 200, body: '<html>' } }
})

it.each(TROUBLES)('leaves the result as it is when GitHub %s, logs it once, and goes on later', async (_, trouble) => {
  const { github, finish, advance, thread, log, asked } = await startWithGithub()
  await finish()
  if (trouble.fault) github.fail({ ...trouble.fault, times: 'until cleared' })
  else await github.refuseConnections()
  github.setPullRequest(PULL, { state: 'merged' })
  const before = asked()
  await advance(30 * MINUTE)
  expect(thread()).toEqual([RESULT()])
  expect(asked() - before).toBeLessThan(25)
  expect(log.filter(({ why }) => why === trouble.why)).toHaveLength(1)
  github.clearFaults()
  await github.acceptConnections()
  await advance(20 * MINUTE)
  expect(thread()).toEqual([RESULT('*Merged*')])
})

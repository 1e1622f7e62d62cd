import { describe, expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { startJourney } from '../support/journey.ts'

const PULL = 'https://github.com/acme/docs/pull/12'
const NEXT = 'https://github.com/acme/docs/pull/13'
const LINK = `pull request #12 (${PULL})`
const FOOT = 'acme/docs on `agent/quickstart` · large-1'

type Case = { job: Partial<NewJob>; state: string; result: string; button?: string; took?: string }

const RESULTS: Record<string, Case> = {
  'a new link': {
    job: { life: { pullRequest: PULL } },
    state: 'finished',
    result: `@Ana, *job_8f2* finished: ${LINK} is ready.`,
    button: `[View pull request #12 → ${PULL}]`
  },
  'the link it had before': {
    job: { prLink: PULL, life: { pullRequest: 'same', keepsOldLink: true } },
    state: 'finished',
    result: `@Ana, *job_8f2* finished. The link is unchanged: ${LINK}.`,
    button: `[View pull request #12 → ${PULL}]`
  },
  'a different link': {
    job: { prLink: PULL, life: { pullRequest: NEXT } },
    state: 'finished',
    result: `@Ana, *job_8f2* finished, with a new link: pull request #13 (${NEXT}).`,
    button: `[View pull request #13 → ${NEXT}]`
  },
  'a link that comes late': {
    job: { life: { pullRequest: PULL, linkLateMs: 30_000 } },
    state: 'finished',
    result: `@Ana, *job_8f2* finished: ${LINK} is ready.`,
    button: `[View pull request #12 → ${PULL}]`,
    took: 'took 30 s'
  },
  'no link': {
    job: { life: { pullRequest: false } },
    state: 'finished',
    result: '@Ana, *job_8f2* finished, no pull request.',
    took: 'took 30 s'
  },
  'a failure': {
    job: { life: { ends: 'failed' } },
    state: 'failed',
    result: '@Ana, *job_8f2* failed: the agent met an error it could not get past. Reply here to try something else.'
  },
  'a failure that left a link': {
    job: { life: { ends: 'failed', pullRequest: PULL } },
    state: 'failed',
    result: `@Ana, *job_8f2* failed: the agent met an error it could not get past. It left ${LINK}. Reply here to try something else.`,
    button: `[View pull request #12 → ${PULL}]`
  },
  'being archived': {
    job: { life: { ends: 'archived' } },
    state: 'archived',
    result: '@Ana, *job_8f2* was archived. It left no pull request.'
  },
  'being archived with a link': {
    job: { life: { ends: 'archived', pullRequest: PULL } },
    state: 'archived',
    result: `@Ana, *job_8f2* was archived. Its ${LINK} stays.`,
    button: `[View pull request #12 → ${PULL}]`
  },
  'a link that is not a pull request': {
    job: { life: { pullRequest: 'https://review.example/c/77' } },
    state: 'finished',
    result: '@Ana, *job_8f2* finished: pull request on review.example (https://review.example/c/77) is ready.',
    button: '[View pull request on review.example → https://review.example/c/77]'
  }
}

describe.each(Object.entries(RESULTS))(
  'a job that ends with %s',
  (_, { job, state, result, button, took = 'took 20 s' }) => {
    it('is reported once, in the thread and in the channel', async () => {
      const { slack, agent, channel, command, advance, card, thread, posts } = await startJourney()
      const about = { repository: 'https://github.com/acme/docs.git', ref: 'agent/quickstart', model: 'large-1' }
      agent.addJob({ id: 'job_8f2', ...about, ...job })
      await command('job_8f2 add examples')
      await advance(180_000)
      const buttons = button === undefined ? '' : `\n${button}`
      expect(thread()).toEqual([`bot, also in #docs: ${result}\n>add examples${buttons}\n— ${took} · ${FOOT}`])
      expect(card()).toBe(
        `*job_8f2* · ${state}\n>add examples\n— project-1 · acme/docs on \`agent/quickstart\` · asked by @Ana · 2026-11-20 14:00${buttons}`
      )
      // Notifications and screen readers get the link too.
      const [, told] = slack.messages(channel)
      const link = button?.match(/→ (.+)\]/)?.[1]
      expect(told?.text.endsWith(`${link ?? '.'}\n>add examples`)).toBe(true)
      expect(posts()).toBe(1)
    })
  }
)

it('marks the reply with its outcome', async () => {
  const { agent, command, reply, runDue, advance, thread } = await startJourney()
  const outcomes = [
    ['completed', '✅'],
    ['failed', '❌'],
    ['archived', '🔕']
  ] as const
  agent.addJob({ id: 'job_8f2', life: { worksMs: 3_000, pullRequest: 'https://example.com/pull/1' } })
  await command('job_8f2 add examples')
  await advance(60_000)
  for (const [ends] of outcomes) {
    agent.setJob('job_8f2', { life: { worksMs: 10_000, ends, pullRequest: 'https://example.com/pull/1' } })
    await reply(`end as ${ends}`)
    await runDue()
    await advance(60_000)
  }
  expect(thread().filter(line => line.startsWith('Ben'))).toEqual(
    outcomes.map(([ends, sign]) => `Ben: end as ${ends} ${sign}`)
  )
})

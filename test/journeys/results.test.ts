import { describe, expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { asRead } from '../support/as-shown.ts'
import { startJourney } from '../support/journey.ts'

const PULL = 'https://github.com/acme/docs/pull/12'
const NEXT = 'https://github.com/acme/docs/pull/13'
const LINK = `pull request #12 (${PULL})`
const NEXT_LINK = `pull request #13 (${NEXT})`
const REVIEW = 'https://review.example/c/77'
const SEND_FOLLOWUP = '[Send follow-up]'
const FOOT = 'acme/docs on `agent/quickstart`'

type Case = { job: Partial<NewJob>; state: string; result: string; link?: string }

const RESULTS: Record<string, Case> = {
  'a new link': {
    job: { life: { pullRequest: PULL } },
    state: '✅ *job_8f2* · ready for review',
    result: `@Ana, *job_8f2* finished: ${LINK} is ready.`,
    link: LINK
  },
  'the link it had before': {
    job: { prLink: PULL, life: { pullRequest: 'same', keepsOldLink: true } },
    state: '✅ *job_8f2* · ready for review',
    result: `@Ana, *job_8f2* finished, still on ${LINK}.`,
    link: LINK
  },
  'a different link': {
    job: { prLink: PULL, life: { pullRequest: NEXT } },
    state: '✅ *job_8f2* · ready for review',
    result: `@Ana, *job_8f2* finished, now on ${NEXT_LINK}.`,
    link: NEXT_LINK
  },
  'a link that comes late': {
    job: { life: { pullRequest: PULL, linkLateMs: 30_000 } },
    state: '✅ *job_8f2* · ready for review',
    result: `@Ana, *job_8f2* finished: ${LINK} is ready.`,
    link: LINK
  },
  'no link': {
    job: { life: { pullRequest: false } },
    state: '✅ *job_8f2* · finished',
    result: '@Ana, *job_8f2* finished, no pull request.'
  },
  'a failure': {
    job: { life: { ends: 'failed' } },
    state: '❌ *job_8f2* · failed',
    result: '@Ana, *job_8f2* failed. Reply here to try something else.'
  },
  'a failure that left a link': {
    job: { life: { ends: 'failed', pullRequest: PULL } },
    state: '❌ *job_8f2* · failed',
    result: `@Ana, *job_8f2* failed. It left ${LINK}. Reply here to try something else.`,
    link: LINK
  },
  'being archived': {
    job: { life: { ends: 'archived' } },
    state: '🔕 *job_8f2* · archived',
    result: '@Ana, *job_8f2* was archived. It left no pull request.'
  },
  'being archived with a link': {
    job: { life: { ends: 'archived', pullRequest: PULL } },
    state: '🔕 *job_8f2* · archived',
    result: `@Ana, *job_8f2* was archived. Its ${LINK} stays.`,
    link: LINK
  },
  'a link that is not a pull request': {
    job: { life: { pullRequest: REVIEW } },
    state: '✅ *job_8f2* · ready for review',
    result: `@Ana, *job_8f2* finished: pull request on review.example (${REVIEW}) is ready.`,
    link: `pull request on review.example (${REVIEW})`
  }
}

describe.each(Object.entries(RESULTS))('a job that ends with %s', (_, { job, state, result, link }) => {
  it('is reported once, in the thread and in the channel', async () => {
    const { slack, agent, channel, command, advance, card, thread, posts } = await startJourney()
    const about = { repository: 'https://github.com/acme/docs.git', ref: 'agent/quickstart', model: 'large-1' }
    agent.addJob({ id: 'job_8f2', ...about, ...job })
    await command('job_8f2 add examples')
    await advance(180_000)
    const foot = `took 20 s · ${FOOT}`
    const view = link && `[View ${link.replace(/ \((.+)\)$/, ' → $1')}]`
    const next = state.startsWith('❌') ? `[Try again] ${SEND_FOLLOWUP}` : undefined
    const inResult = [next, view].filter(Boolean).join(' ')
    expect(thread()).toEqual([
      `bot, also in #docs: ${[result, '>add examples', inResult, `— ${foot}`].filter(Boolean).join('\n')}`
    ])
    // After a failure the next instruction comes first.
    const buttons = state.startsWith('✅') ? [view, SEND_FOLLOWUP] : [SEND_FOLLOWUP, view]
    expect(card()).toBe(
      `${[state, link].filter(Boolean).join(' · ')}
>add examples
— acme/docs on \`agent/quickstart\` · @Ana · took 20 s
${buttons.filter(Boolean).join(' ')}`
    )
    // Notifications and screen readers get the link too.
    const [, told] = slack.messages(channel)
    expect(asRead(told?.text ?? '')).toBe(`${result}\n>add examples\n${foot}`)
    expect(posts()).toBe(1)
  })
})

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

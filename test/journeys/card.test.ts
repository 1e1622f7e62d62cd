import { describe, expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const IN_THREAD = '[Send follow-up]'

const link = (number: number) => `https://github.com/acme/docs/pull/${number}`

const JOB = { id: 'job_8f2', repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }

describe('the card', () => {
  it('says the outcome first, then the words, then who, where and how long', async () => {
    const { agent, command, advance, card } = await startJourney()
    agent.addJob({ ...JOB, life: { ends: 'never' } })
    await command('job_8f2 add examples')
    await advance(30_000)
    expect(card()).toBe(
      '⏳ *job_8f2* · working\n>add examples\n— acme/docs on `agent/quickstart` · @Ana · since 14:00\n[🔔 Tell me]'
    )
    agent.finish('job_8f2', { prLink: link(12) })
    await advance(30_000)
    expect(card()).toBe(
      `✅ *job_8f2* · ready for review · pull request #12 (${link(12)})\n>add examples\n— acme/docs on \`agent/quickstart\` · @Ana · took 36 s\n[View pull request #12 → ${link(12)}] ${IN_THREAD}`
    )
  })

  it('keeps its title, and lists what the job was told last; an earlier link stays in the small line', async () => {
    const { agent, command, reply, advance, card } = await startJourney({ hourlyLimit: 1 })
    agent.addJob(JOB)
    await command('job_8f2 add examples')
    await advance(10_000)
    agent.finish('job_8f2', { prLink: link(12) })
    await advance(30_000)
    await reply('shorten the second one')
    await advance(2_000)
    expect(card()).toBe(
      `⏸ *job_8f2* · held until 15:00\n>add examples\n— ⏸ “shorten the second one” · @Ben · 2026-11-20 14:00\n— acme/docs on \`agent/quickstart\` · 2026-11-20 14:00 · pull request #12 (${link(12)}) · 2 follow-ups\n— This hour’s follow-ups are used up. I’ll send it at about 15:00.\n[Cancel]`
    )
  })

  it('asks for a decision before anything else, and says apart what the job does', async () => {
    const { agent, command, reply, press, advance, card } = await startJourney()
    agent.addJob({ ...JOB, life: { ends: 'never' } })
    agent.fail('send', { kind: 'reset after processing' })
    await command('job_8f2 add examples')
    await advance(10_000)
    await reply('shorten it')
    await advance(10_000)
    expect(card().split('\n')).toEqual([
      '⚠️ *job_8f2* · needs you: maybe delivered',
      'The job itself is working.',
      '>add examples',
      '— ⏳ “shorten it” · @Ben · 2026-11-20 14:00',
      '— acme/docs on `agent/quickstart` · since 14:00 · 2 follow-ups',
      '— The connection broke before the agent answered. Send it again only if it’s safe to do twice.',
      '[Send again] [Leave it] [🔔 Tell me]'
    ])
    await press('leave-it')
    await advance(1_000)
    expect(card()).toContain('⏳ *job_8f2* · working\n>add examples\n— ⏳ “shorten it” · @Ben')
  })

  it('offers the next instruction first after a failure, and shows nothing in green', async () => {
    const { slack, agent, channel, command, advance, card, cardTs } = await startJourney()
    agent.addJob({ ...JOB, life: { worksMs: 20_000, ends: 'failed', pullRequest: link(12) } })
    await command('job_8f2 add examples')
    await advance(60_000)
    expect(card()).toContain(`❌ *job_8f2* · failed · pull request #12 (${link(12)})`)
    expect(card().split('\n').at(-1)).toBe(`${IN_THREAD} [View pull request #12 → ${link(12)}]`)
    expect(JSON.stringify(slack.message(channel, cardTs())?.blocks)).not.toContain('primary')
  })

  it('quotes the first words there are, and says that there is more', async () => {
    const { agent, command, advance, card } = await startJourney()
    agent.addJob(JOB)
    await command('job_8f2 ```\n\nnpm test must pass\nnpm run check as well\nand more\n```')
    await advance(2_000)
    expect(card()).toContain('>npm test must pass\n>npm run check as well …')
  })
})

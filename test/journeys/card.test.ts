import { describe, expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const MINUTE_MS = 60_000
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
      '⏳ *job_8f2* · working\n>add examples\n— acme/docs on `agent/quickstart` · @Ana · since 14:00\n[Check now] [Stop watching] [🔔 Tell me]'
    )
    agent.finish('job_8f2', { prLink: link(12) })
    await advance(30_000)
    expect(card()).toBe(
      `✅ *job_8f2* · finished · pull request #12 (${link(12)})\n>add examples\n— acme/docs on \`agent/quickstart\` · @Ana · took 31 s\n[View pull request #12 → ${link(12)}] ${IN_THREAD}`
    )
  })

  it('is about the latest instruction alone; an earlier link stays in the small line', async () => {
    const { agent, command, reply, advance, card } = await startJourney({ hourlyLimit: 1 })
    agent.addJob(JOB)
    await command('job_8f2 add examples')
    await advance(10_000)
    agent.finish('job_8f2', { prLink: link(12) })
    await advance(30_000)
    await reply('shorten the second one')
    await advance(2_000)
    expect(card()).toBe(
      `⏸ *job_8f2* · held until 15:00\n>shorten the second one\n— acme/docs on \`agent/quickstart\` · @Ben · 2026-11-20 14:00 · pull request #12 (${link(12)}) · 2 follow-ups\n— This hour’s follow-ups are used up. I’ll send it at about 15:00.\n[Cancel]`
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
      '⚠️ *job_8f2* · maybe delivered',
      'The job itself is working.',
      '>add examples',
      '— acme/docs on `agent/quickstart` · @Ana · since 14:00 · 2 follow-ups',
      '— The connection broke before the agent answered. Send it again only if it’s safe to do twice.',
      '[Send again] [Leave it] [Check now] [Stop watching]'
    ])
    await press('leave-it')
    await advance(1_000)
    expect(card()).toContain('⏳ *job_8f2* · working\n>shorten it')
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

  it('lists what was typed and waits behind a held one, each with its own Cancel', async () => {
    const { slack, agent, channel, command, pass, press, advance, card, cardTs, posts } = await startJourney()
    const blocks = () => JSON.stringify(slack.message(channel, cardTs())?.blocks)
    agent.addJob(JOB)
    agent.fail('send', { status: 429, retryAfter: '600' })
    await command('job_8f2 add examples')
    await advance(2_000)
    await pass(MINUTE_MS)
    await command('job_8f2 add a title')
    await advance(2_000)
    expect(card()).toContain('⏸ *job_8f2* · held until 14:10\n>add examples')
    expect(card()).toContain('\n⏸ waiting for its turn · “add a title” [Cancel]\n[Cancel]')
    await press('cancel', { value: /"accessory":.*?"value":"([^"]+)"/.exec(blocks())?.[1] ?? '' })
    await advance(2_000)
    expect(card()).toContain('— Cancelled: “add a title” · @Ana')
    agent.clearFaults()
    await advance(15 * MINUTE_MS)
    expect(posts()).toBe(2)
  })

  it('says until when a typed one is held while another one needs a decision', async () => {
    const { agent, command, pass, advance, card } = await startJourney()
    agent.addJob({ ...JOB, life: { ends: 'never' } })
    agent.fail('send', { kind: 'reset after processing' })
    await command('job_8f2 add examples')
    await advance(2_000)
    await pass(MINUTE_MS)
    agent.fail('send', { status: 429, retryAfter: '600' })
    await command('job_8f2 add a title')
    await advance(2_000)
    await pass(MINUTE_MS)
    await command('job_8f2 fix the typo')
    await advance(2_000)
    expect(card()).toContain('⚠️ *job_8f2* · maybe delivered')
    expect(card()).toContain(
      '\n⏸ held until 14:11 · “add a title” [Cancel]\n⏸ waiting for its turn · “fix the typo” [Cancel]\n'
    )
  })

  it('shows the copy of what was sent again, not the one it replaced', async () => {
    const { agent, command, press, advance, card } = await startJourney()
    agent.addJob({ ...JOB, life: { ends: 'never' } })
    agent.fail('send', { kind: 'reset after processing' })
    await command('job_8f2 add examples')
    await advance(5_000)
    agent.fail('send', { status: 422 })
    await press('send-again')
    await advance(5_000)
    expect(card()).toContain('❌ *job_8f2* · not delivered\n>add examples')
  })

  it('quotes the first words there are, and says that there is more', async () => {
    const { agent, command, advance, card } = await startJourney()
    agent.addJob(JOB)
    await command('job_8f2 ```\n\nnpm test must pass\nnpm run check as well\nand more\n```')
    await advance(2_000)
    expect(card()).toContain('```npm test must pass\nnpm run check as well …```')
  })

  it('says until when the work was seen, with few edits', async () => {
    const { slack, agent, command, advance, sleep, card } = await startJourney()
    agent.addJob({ ...JOB, life: { ends: 'never' } })
    await command('job_8f2 add examples')
    await advance(20_000)
    const edits = () => slack.calls('chat.update').length
    const before = edits()
    for (let minute = 0; minute < 45; minute++) await sleep(MINUTE_MS)
    expect(card()).toContain('@Ana · since 14:00, still working at 14:40')
    expect(edits() - before).toBe(4)
  })

  it('says who checked, until the next instruction', async () => {
    const { agent, ben, command, reply, press, advance, card } = await startJourney()
    agent.addJob({ ...JOB, life: { ends: 'never' } })
    await command('job_8f2 add examples')
    await advance(10_000)
    await press('check-now', { by: ben })
    await advance(2_000)
    expect(card()).toContain('— Checked · @Ben 14:00')
    await reply('shorten it')
    await advance(10_000)
    expect(card()).toContain('>shorten it')
    expect(card()).not.toContain('Checked')
  })

  it('shows code as code', async () => {
    const { slack, agent, channel, command, advance, cardTs } = await startJourney()
    agent.addJob(JOB)
    await command('job_8f2 ```npm test``` must pass with `--bail` :tada:')
    await advance(2_000)
    expect(slack.message(channel, cardTs())?.blocks).toContainEqual(
      expect.objectContaining({
        type: 'rich_text',
        elements: [
          { type: 'rich_text_preformatted', border: 0, elements: [{ type: 'text', text: 'npm test' }] },
          {
            type: 'rich_text_quote',
            elements: [
              { type: 'text', text: 'must pass with ' },
              { type: 'text', text: '--bail', style: { code: true } },
              { type: 'text', text: ' ' },
              { type: 'emoji', name: 'tada' }
            ]
          }
        ]
      })
    )
  })
})

import { describe, expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const MINUTE_MS = 60_000
const JOB = { id: 'job_8f2', repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }

describe('the card', () => {
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
    expect(card()).toContain('\n[Cancel]\n⏸ waiting for its turn · “add a title”\n[Cancel]')
    await press('cancel', { value: /.*"action_id":"cancel".*?"value":"([^"]+)"/.exec(blocks())?.[1] ?? '' })
    await advance(2_000)
    expect(card()).toContain('⏸ *job_8f2* · held until 14:10\n>add examples')
    expect(card()).not.toContain('add a title')
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
    expect(card()).toContain('⚠️ *job_8f2* · needs you: maybe delivered')
    expect(card()).toContain(
      '\n⏸ held until 14:11 · “add a title”\n[Cancel]\n⏸ waiting for its turn · “fix the typo”\n[Cancel]'
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
})

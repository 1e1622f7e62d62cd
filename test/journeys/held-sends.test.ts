import { describe, expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const JOB = { id: 'job_8f2', life: { ends: 'never' as const } }

const heldCard = (time: string, why: string) => `⏸ *job_8f2* · held ${time}
>add examples
— example/shop on \`main\` · @Ana · 2026-11-20 14:00
— ${why}
[Cancel]`

const IS_BUSY = 'The agent isn’t taking follow-ups right now.'
const SEND_FOLLOW_UP = '[Send follow-up]'

// Without a usable Retry-After, and with chance at a half, the first wait is 11.25 s.
const WAITS: [string, string | undefined, number, string, string][] = [
  ['seconds', '120', 120_000, 'until 14:02', 'at about 14:02'],
  ['a date', new Date(Date.UTC(2026, 10, 20, 14, 3)).toUTCString(), 180_000, 'until 14:03', 'at about 14:03'],
  ['nothing', undefined, 11_250, 'for a moment', 'in about 10 s'],
  ['zero', '0', 1_000, 'for a moment', 'in about 5 s'],
  ['a negative number', '-5', 11_250, 'for a moment', 'in about 10 s'],
  ['a century', '3153600000', 7_200_000, 'until 16:00', 'at about 16:00'],
  ['nonsense', 'soon', 11_250, 'for a moment', 'in about 10 s']
]

describe.each(WAITS)('a 429 whose Retry-After says %s', (_, retryAfter, waitMs, time, again) => {
  it('holds the instruction until then, and sends it on its own', async () => {
    const { agent, command, runDue, sleep, advance, card, thread, posts } = await startJourney()
    agent.addJob(JOB)
    agent.fail('send', { status: 429, ...(retryAfter !== undefined && { retryAfter }) })
    await command('job_8f2 add examples')
    await runDue()
    await sleep(waitMs - 1)
    expect(card()).toBe(heldCard(time, `${IS_BUSY} I’ll try again ${again}.`))
    expect(thread()).toEqual([])
    expect(posts()).toBe(1)
    await advance(2)
    expect(card()).toContain('⏳ *job_8f2* · working')
    expect(card()).not.toContain(IS_BUSY)
    expect([posts(), agent.sends().length]).toEqual([2, 1])
  })
})

it('counts the hour itself, and says under a reply when it will go out', async () => {
  const { agent, command, reply, runDue, advance, sleep, thread, card, posts } = await startJourney({ hourlyLimit: 1 })
  agent.addJob(JOB)
  await command('job_8f2 add examples')
  await runDue()
  await sleep(20 * 60_000)
  await reply('shorten it')
  await advance(2_000)
  expect(thread()).toEqual([
    'Ben: shorten it ⏸',
    'bot: Not sent yet: this hour’s follow-ups are used up. I’ll send it at about 15:00.\n>shorten it\n[Cancel]'
  ])
  expect(card()).toContain('⏸ *job_8f2* · held until 15:00')
  expect(posts()).toBe(1)
  await sleep(40 * 60_000)
  await advance(2_000)
  expect(thread()).toEqual(['Ben: shorten it 📨', 'bot: Held for a while, then sent.\n>shorten it'])
  expect(posts()).toBe(2)
})

it('holds while nothing answers at the address, and sends once something does', async () => {
  const { agent, command, runDue, advance, card, thread, posts } = await startJourney()
  agent.addJob(JOB)
  await agent.refuseConnections()
  await command('job_8f2 add examples')
  await runDue()
  const held = heldCard('for a moment', 'I can’t reach the agent right now. I’ll try again in about 10 s.')
  expect(card()).toBe(held.replace('example/shop on `main` · ', ''))
  await agent.acceptConnections()
  await advance(60_000)
  expect(card()).toContain('⏳ *job_8f2* · working')
  expect(thread()).toEqual([])
  expect(posts()).toBe(1)
})

it('cancels a held command from its card, and says who did', async () => {
  const { agent, ben, command, runDue, advance, press, pressAndHear, card, cardTs, thread, posts } =
    await startJourney()
  agent.addJob(JOB)
  agent.fail('send', { status: 429, retryAfter: '600' })
  await command('job_8f2 add examples')
  await runDue()
  const on = cardTs()
  await press('cancel', { on, by: ben })
  expect(await pressAndHear('cancel', { on })).toBe(
    'Too late for that button: something has changed since. The card shows where things stand.'
  )
  await advance(1_200_000)
  expect(card()).toBe(
    `🚫 *job_8f2* · cancelled\n>add examples\n— example/shop on \`main\` · @Ana · 2026-11-20 14:00\n— Cancelled before it was sent · @Ben 14:00\n${SEND_FOLLOW_UP}`
  )
  expect(thread()).toEqual([])
  expect(posts()).toBe(1)
})

it('cancels a held reply from its notice, removes its mark and lets the next one go', async () => {
  const { agent, ana, command, reply, runDue, advance, press, find, thread, posts } = await startJourney()
  agent.addJob(JOB)
  await command('job_8f2 add examples')
  await runDue()
  agent.fail('send', { status: 429, retryAfter: '600' })
  await reply('shorten it')
  await reply('rename it', { by: ana })
  await advance(2_000)
  expect(thread()).toEqual([
    'Ben: shorten it ⏸',
    'Ana: rename it 👀',
    'bot: Not sent yet: the agent isn’t taking follow-ups right now. I’ll try again at about 14:10. 1 more is waiting behind it.\n>shorten it\n[Cancel]'
  ])
  await press('cancel', { on: find('Not sent yet:'), by: ana })
  await advance(700_000)
  expect(thread().slice(0, 3)).toEqual([
    'Ben: shorten it',
    'Ana: rename it 📨',
    'bot: Held, then cancelled before it was sent · @Ana 14:00\n>shorten it'
  ])
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'rename it'])
  expect(posts()).toBe(3)
})

it('tells somebody who retypes a command where the first one stands', async () => {
  const { agent, command, runDue, advance, posts } = await startJourney({ hourlyLimit: 1 })
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  const NOT_TWICE = 'Not sent: you asked *job_8f2* for the same thing at 14:00'
  await command('job_8f2 add examples')
  expect(await command('job_8f2 add examples')).toBe(`${NOT_TWICE} (about to be sent).\n>add examples\n[Open the form]`)
  await runDue()
  expect(await command('job_8f2 add examples')).toBe(`${NOT_TWICE} (sent).\n>add examples\n[Open the form]`)
  await command('job_8f2 add tests')
  await advance(2_000)
  expect(await command('job_8f2 add tests')).toBe(`${NOT_TWICE} (held until 15:00).\n>add tests\n[Open the form]`)
  expect(posts()).toBe(1)
})

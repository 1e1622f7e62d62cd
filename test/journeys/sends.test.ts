import { describe, expect, it } from 'vitest'
import { startJourney, startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const TOO_LATE = 'Too late for that button: something has changed since. The card shows where things stand.'
const ABOUT = '>add examples\n— example/shop on `main` · @Ana · 2026-11-20 14:00 · replies here go to the agent'
const heldCard = (why: string, buttons = '[Cancel]') => `⏸ *job_8f2* · held\n${ABOUT}\n— ${why}\n${buttons}`

describe('what cannot be sent yet', () => {
  // Without a usable Retry-After, and with chance at a half, the first wait is 11.25 s.
  it.each([
    ['seconds', '120', 120_000, '14:02'],
    ['a date', new Date(Date.UTC(2026, 10, 20, 14, 3)).toUTCString(), 180_000, '14:03'],
    ['nothing', undefined, 11_250, '14:00'],
    ['zero', '0', 1_000, '14:00'],
    ['a negative number', '-5', 11_250, '14:00'],
    ['a century', '3153600000', 7_200_000, '16:00'],
    ['nonsense', 'soon', 11_250, '14:00']
  ])('is held for as long as a 429 says that names %s, and then sent', async (_, retryAfter, waitMs, time) => {
    const { agent, command, runDue, sleep, advance, card, thread, posts } = await startWithJob()
    agent.fail('send', { status: 429, ...(retryAfter !== undefined && { retryAfter }) })
    await command('job_8f2 add examples')
    await runDue()
    await sleep(waitMs - 1)
    const busy = `The agent isn’t taking follow-ups right now. I’ll try again at about ${time}.`
    expect([card(), thread(), posts()]).toEqual([heldCard(busy), [], 1])
    await advance(2)
    expect(card()).toMatch(/^⏳ \*job_8f2\* · working\n>add examples\n—[^—]*$/)
    expect([posts(), agent.sends().length]).toEqual([2, 1])
  })

  it.each([
    ['soon after', MINUTE],
    ['when somebody presses Send now', 0]
  ])('is held while nothing answers at the address, and sent once something does: %s', async (_, waitMs) => {
    const { agent, command, runDue, advance, press, card, thread, posts } = await startWithJob()
    await agent.refuseConnections()
    await command('job_8f2 add examples')
    await runDue()
    const why = 'I can’t reach the agent right now. I’ll try again'
    const held = heldCard(`${why} at about 14:00.`, '[Send now] [Cancel]')
    expect(card()).toBe(held.replace('example/shop on `main` · ', ''))
    await press('send-now')
    await advance(0)
    expect([card(), posts()]).toEqual([expect.stringContaining(why), 0])
    await agent.acceptConnections()
    if (waitMs === 0) await press('send-now')
    await advance(waitMs)
    expect([card(), thread(), posts()]).toEqual([expect.stringContaining('⏳ *job_8f2* · working'), [], 1])
  })

  it('says under a reply when it will go out, by the bot’s own count of the hour, and in the list what is left', async () => {
    const { agent, command, tell, sleep, advance, thread, card, posts } = await startWatching({ hourlyLimit: 2 })
    await sleep(20 * MINUTE)
    expect(await command('list')).toMatch(/\n— 1 of 2 follow-ups are left this hour, shared by everybody\.$/)
    await tell('rename it')
    await tell('shorten it')
    const why = 'this hour’s follow-ups are used up. I’ll send it at about 15:00.'
    const held = ['Ben: shorten it ⏸', `bot: Not sent yet: ${why}\n>shorten it\n[Cancel]`]
    expect(thread()).toEqual(['Ben: rename it 📨', ...held])
    expect([card(), posts()]).toEqual([expect.stringContaining('⏸ *job_8f2* · held'), 2])
    const none = '0 of 2 follow-ups are left this hour, shared by everybody. The next one is free at about 15:00.'
    expect(await command('list')).toContain(`\n— ${none}`)
    agent.fail('send', { status: 429, retryAfter: '600' })
    await sleep(40 * MINUTE)
    await advance(2_000)
    expect(await command('list')).toMatch(/shared by everybody\. The agent isn’t taking any until about 15:10\.$/)
    await advance(10 * MINUTE)
    expect(thread().slice(1)).toEqual([
      'Ben: shorten it 📨',
      'bot: No longer waiting. The card shows where it stands.\n>shorten it'
    ])
    expect(agent.sends()).toHaveLength(3)
  })

  it('is cancelled from its card or its notice, once, by name, and lets the next one go', async () => {
    const { agent, ana, ben, job, type, tell, press, pressAndHear, advance, card, cardTs, find, thread, sent } =
      await startWatching()
    agent.fail('send', { status: 429, retryAfter: '600' })
    const first = cardTs()
    await tell('shorten it')
    await tell('rename it', { by: ana })
    await tell('test it')
    job('job_c90')
    await type('job_c90 add a title')
    const [onCard, onNotice] = [cardTs(), find('Not sent yet:')]
    const again = 'I’ll try again at about 14:10.'
    expect(thread(first)).toEqual([
      'Ben: shorten it ⏸',
      `bot: Not sent yet: the agent isn’t taking follow-ups right now. ${again}\n>shorten it\n[Cancel]`,
      'Ana: rename it 👀',
      'Ben: test it 👀'
    ])
    for (const { on, by, other } of [
      { on: onCard, by: ben, other: ana },
      { on: onNotice, by: ana, other: ben }
    ]) {
      await press('cancel', { on, by })
      expect(await pressAndHear('cancel', { on, by: other })).toBe(TOO_LATE)
    }
    await advance(20 * MINUTE)
    expect(card()).toBe(
      `🚫 *job_c90* · cancelled\n>add a title\n— example/shop on \`main\` · @Ana · 2026-11-20 14:00 · replies here go to the agent\n— Cancelled before it was sent · @Ben 14:00\n[Send follow-up]`
    )
    expect(thread(first).slice(0, 3)).toEqual([
      'Ben: shorten it',
      'bot: Cancelled before it was sent · @Ana 14:00\n>shorten it',
      'Ana: rename it 📨'
    ])
    expect(sent()).toEqual(['add examples', 'rename it', 'test it'])
  })
})

describe('what is refused', () => {
  it('is said under a reply with what the service said, and lets the next one go', async () => {
    const { agent, reply, card, thread, tell } = await startWatching()
    agent.fail('send', { status: 400, body: '{"error":"too long"}' })
    await reply('shorten it')
    await tell('then rename it')
    const said = 'the agent can’t take this follow-up. It said: “too long”. Reword it, then send it again.'
    expect(thread()).toEqual([
      'Ben: shorten it ❌',
      'Ben: then rename it 📨',
      `bot: @Ben, not delivered: ${said}\n>shorten it\n[Open the form]`
    ])
    expect(card()).toContain('⏳ *job_8f2* · working')
  })

  it('leaves nothing in the channel of a command for a job that does not exist, and costs nothing', async () => {
    const { slack, agent, channel, command, sleep, advance, posts, looks, direct } = await startJourney()
    await command('job_nope add examples')
    await sleep(45 * MINUTE)
    await advance(1_000)
    // By then, the command can no longer be answered.
    const why = 'there’s no such job here. Check the id, then send it again.'
    expect(direct()).toEqual([`Not sent to *job_nope*: ${why}\n>add examples`])
    expect([slack.messages(channel), posts(), looks(), agent.budgetUsed()]).toEqual([[], 0, 1, 0])
  })

  it('promises nothing to replies under the card of a job that does not exist', async () => {
    const { agent, command, advance, card } = await startJourney()
    agent.fail('read', { status: 503, times: 20 })
    await command('job_nope add examples')
    await advance(30_000)
    expect(card()).toContain('replies here go to the agent')
    await advance(20 * MINUTE)
    expect(card()).toMatch(/not delivered(?![\s\S]*replies here go)/)
  })

  it('shows words that have no card yet, or were refused before, to their author alone', async () => {
    const { slack, ana, ben, channel, mention, remove, advance, command } = await startJourney()
    const shows = (words: string) =>
      Promise.all([ana, ben].map(async by => (await command('status job_nope', { by })).includes(words)))
    await slack.command({ user: ana, channel, text: 'job_nope add examples' })
    expect(await shows('add examples')).toEqual([true, false])
    await advance(5_000)
    expect(await shows('add examples')).toEqual([true, false])
    const ts = await mention('job_nope add a glossary', { by: ana })
    await advance(5_000)
    await remove(ts)
    expect(await shows('add a glossary')).toEqual([true, false])
  })
})

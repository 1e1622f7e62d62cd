import { describe, expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const FORM = '[Open the form]'
/** Nobody can remove a mark from a message that is gone. */
const GONE = { refusals: ['reactions.remove message_not_found'] }
const BOT = '<@U0AGENTBOT>'
const MINUTE = 60_000

type Row = { becomes: string | undefined; sent?: string; told?: RegExp }

/** What a held reply becomes: other words, or nothing. */
const HELD: Row[] = [
  { becomes: 'lengthen it', sent: 'lengthen it' },
  { becomes: '// never mind' },
  { becomes: BOT },
  { becomes: 'thanks!' },
  { becomes: 'status', told: /^\*job_8f2\*: / },
  { becomes: 'in 9 days: shorten it', told: /^Not sent: I can keep a follow-up for 7 days at most\./ },
  { becomes: '<@U0ANA> shall we shorten it?' },
  { becomes: undefined },
  { becomes: 'leave it out', sent: 'leave it out' }
]

describe('what was not sent yet', () => {
  it('goes out with the new words, as if they had just been written, and not if it is none any more', async () => {
    const journey = await startWatching(GONE)
    const { slack, agent, channel, ana, ben, job, own, tell, say, mention, command, edit, remove, sleep } = journey
    const { advance, cardTs, thread, told, later, marks } = journey
    for (const id of ['job_mention', 'job_direct']) job(id)
    agent.fail('send', { status: 429, retryAfter: '1800' })
    const replies: string[] = []
    for (const [at] of HELD.entries()) replies.push(await tell(`shorten it ${at}`))
    const [kept, gone] = [await mention('job_mention shorten it'), await mention('job_mention drop the title')]
    const direct = await say('job_direct shorten it', { by: ana, channel: own(ana) })
    const under = await say('and drop the end', { by: ana, channel: own(ana), to: direct })
    expect(thread(cardTs()).join()).not.toContain('drop the end')
    for (const [at, { becomes }] of HELD.entries()) {
      const ts = replies[at] ?? ''
      await (becomes === undefined ? remove(ts) : edit(ts, becomes))
      if (!HELD[at]?.sent) expect([becomes, slack.reactions(channel, ts)]).toEqual([becomes, []])
    }
    await edit(kept, `${BOT} job_mention lengthen it`)
    await remove(gone)
    await edit(direct, 'job_direct lengthen it', { by: ana, channel: own(ana) })
    await remove(under, own(ana))
    await sleep(3_600_000)
    await advance(60_000)
    expect(later().toSorted()).toEqual(['leave it out', 'lengthen it', 'lengthen it', 'lengthen it'])
    const answers = HELD.flatMap(row => (row.told ? [expect.stringMatching(row.told)] : []))
    expect(told(ben).filter(words => !words.includes('already has a thread'))).toEqual(answers)
    expect([marks(replies[0] ?? ''), marks(kept)]).toEqual(['📨', '📨'])
    expect(await command('status job_8f2')).not.toContain('shorten it')
  })

  it('says the new words in its message, and names nobody for a deletion', async () => {
    const { tell, edit, remove, advance, thread } = await startWatching({ hourlyLimit: 1, ...GONE })
    const ts = await tell('shorten it')
    expect(thread()[1]).toContain('\n>shorten it\n[Cancel]')
    await edit(ts, 'lengthen it')
    expect(thread()).toEqual(['Ben: lengthen it ⏸', expect.stringContaining('\n>lengthen it\n[Cancel]')])
    await edit(ts, 'when idle: lengthen it')
    expect(thread()).toHaveLength(2)
    await edit(ts, 'when idle: leave it')
    expect(thread()).toEqual([
      'Ben: when idle: leave it ⏰',
      expect.stringMatching(/^bot: Not sent yet: .*\n>leave it\n\[Send now\] \[Cancel\]$/s)
    ])
    await remove(ts)
    await advance(30_000)
    expect(new Set(thread())).toEqual(new Set(['bot: A follow-up was cancelled before it was sent · 14:00']))
  })

  it('goes out once an edit makes a follow-up of it', async () => {
    const { tell, edit, later } = await startWatching()
    for (const words of ['// shall we shorten it?', 'thanks', 'in 9 days: shorten it']) {
      await edit(await tell(words), `shorten it after “${words}”`)
      expect(later().at(-1)).toBe(`shorten it after “${words}”`)
    }
    expect(later()).toHaveLength(3)
  })

  it('goes to the job that it names by then, from a mention too', async () => {
    const { agent, job, mention, edit, marks } = await startWatching()
    job('job_c90')
    const ts = await mention('job_404 shorten it')
    await edit(ts, `${BOT} job_c90 shorten it`)
    expect(agent.sends().at(-1)).toMatchObject({ jobId: 'job_c90', prompt: 'shorten it' })
    expect(marks(ts)).toBe('📨')
  })

  it('leaves its notice to the job that it named before', async () => {
    const { job, mention, edit, advance, thread, cardTs } = await startWatching()
    job('job_c90', { status: 'active' })
    const first = cardTs()
    const ts = await mention('job_8f2 when idle: shorten it')
    await edit(ts, `${BOT} job_c90 when idle: lengthen it`)
    await advance(10_000)
    expect(thread(first)).toEqual([
      'bot: Follow-up from @Ben, cancelled before it was sent · 14:00',
      'bot: A follow-up was cancelled before it was sent · 14:00'
    ])
  })

  it('stays cancelled if somebody pressed Cancel, and its author can send the new words with the form', async () => {
    const { ben, tell, edit, press, find, advance, told, later, sleep } = await startWatching({ hourlyLimit: 1 })
    const ts = await tell('shorten it')
    await press('cancel', { on: find('Not sent yet') })
    await advance(2_000)
    await edit(ts, 'lengthen it')
    await sleep(7_200_000)
    expect([later(), told(ben)]).toEqual([[], [`Not sent: @Ana cancelled it.\n>lengthen it\n${FORM}`]])
  })
})

/** Each by its place: the message, then what was done to it. */
const ORDERS: [acts: string[], delivered: number[], sent: string | undefined][] = [
  [['lengthen'], [0, 1], 'lengthen'],
  [['lengthen'], [1, 0], 'lengthen'],
  [['lengthen', 'leave out'], [2, 1, 0], 'leave out'],
  [['lengthen', 'leave out'], [0, 2, 1], 'leave out'],
  [['remove'], [1, 0], undefined],
  [['lengthen', 'remove'], [2, 1, 0], undefined],
  [['lengthen', 'remove'], [2, 0, 1], undefined],
  [['lengthen', 'remove'], [1, 2, 0], undefined],
  // The message itself never comes.
  [['lengthen', 'remove'], [2, 1], undefined]
]

it.each([
  ['a reply', ''],
  ['a mention', `${BOT} job_8f2 `],
  ['a direct message', 'job_8f2 ']
])('sends of %s the newest words, in whatever order the edits arrive, and nothing deleted', async (way, names) => {
  const { slack, channel: docs, ben: user, cardTs, own, advance, told, later } = await startWatching()
  const channel = way === 'a direct message' ? own(user) : docs
  const to = way === 'a reply' && { threadTs: cardTs() }
  const sent: string[] = []
  for (const [at, [acts, order, words]] of ORDERS.entries()) {
    const deliveries: string[][] = []
    const during = async <Done>(act: () => Promise<Done>) => {
      const before = slack.deliveries().length
      const done = await act()
      deliveries.push(
        slack
          .deliveries()
          .slice(before)
          .map(({ id }) => id)
      )
      return done
    }
    slack.hold()
    const text = `${names}shorten it ${at}`
    const { ts: messageTs } = await during(() => slack.say({ user, channel, text, ...to }))
    for (const act of acts) {
      const edited = { user, channel, messageTs, text: `${names}${act} it ${at}` }
      await during(() => (act === 'remove' ? slack.remove({ channel, messageTs }) : slack.edit(edited)))
    }
    await slack.release(held => order.flatMap(place => held.filter(({ id }) => deliveries[place]?.includes(id))))
    await advance(20_000)
    if (words) sent.push(`${words} it ${at}`)
    expect([at, later()]).toEqual([at, sent])
  }
  expect(told(user).filter(words => !words.includes('already has a thread'))).toEqual([])
})

it.each([
  ['as of a mention', 'app_mention'],
  ['as of an edit', 'message_changed']
])('sends once, in its turn, what an edit made a mention, if Slack tells of it first %s', async (_, kind) => {
  const { slack, channel, ben, bot, say, tell, sleep, advance, told, later } = await startWatching({ hourlyLimit: 2 })
  const ts = await say('job_8f2 fix it', { by: ben })
  await tell('shorten it')
  await tell('lengthen it')
  await sleep(1_000)
  slack.hold()
  await slack.edit({ user: ben, channel, messageTs: ts, text: `${bot} job_8f2 fix it` })
  const isFirst = ({ payload }: { payload: unknown }) => JSON.stringify(payload).includes(kind)
  await slack.release(held => held.filter(isFirst))
  await sleep(61 * MINUTE)
  await slack.release()
  await advance(61 * MINUTE)
  expect(later()).toEqual(['shorten it', 'lengthen it', 'fix it'])
  expect(told(ben)).toEqual([expect.stringContaining('already has a thread')])
})

it('says nothing when an answered mention becomes talk between people', async () => {
  const { slack, ana, ben, bot, channel, say, edit, told, sleep } = await startWatching()
  const { ts: to } = await slack.say({ user: ana, channel, text: 'who knows?' })
  const ts = await say(`${bot} help`, { by: ben, to })
  const answered = told(ben)
  await edit(ts, 'we could ask the bot')
  await sleep(5_000)
  expect([answered.length, told(ben)]).toEqual([1, answered])
})

it.each([
  ['lengthen it', `Not sent: the agent already has your earlier words.\n>lengthen it\n${FORM}`],
  ['// never mind', 'Too late: the agent already has it.'],
  [undefined, 'Too late: the agent already has it.']
])('leaves what was sent, and its author hears so after an edit to “%s”', async (words, answer) => {
  const { ana, ben, tell, edit, remove, told, thread, later } = await startWatching()
  const ts = await tell('shorten it')
  await (words === undefined ? remove(ts) : edit(ts, words))
  expect([told(ben), told(ana), later()]).toEqual([[answer], [], ['shorten it']])
  if (words) expect(thread()).toEqual([`Ben: ${words} 📨`])
})

it('gives the new words back if they cannot be read, as the old ones were taken back for them', async () => {
  const errors = ['A task failed for good']
  const { slack, agent, ben, tell, edit, advance, told, later } = await startWatching({ errors })
  agent.setJob('job_8f2', { status: 'active' })
  const ts = await tell('when idle: shorten it')
  // Until what Slack said of Ben is forgotten.
  await advance(120_000)
  slack.fail('users.info', { error: 'missing_scope' })
  await edit(ts, 'when idle: shorten it, and the title')
  await advance(60_000)
  expect(told(ben)).toEqual([expect.stringMatching(/^Not sent: something went wrong.*\n>.*shorten it, and the title/)])
  expect(later()).toEqual([])
})

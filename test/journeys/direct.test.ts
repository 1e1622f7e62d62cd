import { describe, expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startWithJob } from '../support/journey.ts'

/** Ana writes to the bot, and then in the thread of her own message. */
async function startDirectly(options: JourneyOptions = {}, first = 'job_8f2 shorten the intro') {
  const journey = await startWithJob(options)
  const { slack, ana } = journey
  const channel = journey.own(ana)
  const write = async (text: string, to?: string, files = 0) => {
    const ts = await journey.say(text, { by: ana, channel, to, files })
    await journey.advance(2_000)
    return ts
  }
  const own = await write(first)
  const under = (ts: string) => slack.thread(channel, ts).filter(({ user }) => user === slack.botUserId)
  /** What the bot says under Ana's own message. */
  const underOwn = () => under(own).map(asShown)
  const newest = () => ({ on: under(own).at(-1)?.ts ?? '', channel })
  return { ...journey, channel, own, write, underOwn, newest, marks: (ts: string) => journey.marks(ts, channel) }
}

it('holds a whole conversation in a direct message, in the threads of the card and of one’s own messages', async () => {
  const { slack, agent, channel, own, write, marks, sent, told, advance, said } = await startDirectly()
  const under = await write('and drop the end', own)
  expect(said(channel)).toEqual([
    expect.stringMatching(/^⏳ \*job_8f2\* · working\n>shorten the intro\n[\s\S]*and drop the end/)
  ])
  expect([sent(), marks(under), told()]).toEqual([['shorten the intro', 'and drop the end'], '📨', []])
  agent.finish('job_8f2', { prLink: 'https://github.com/example/shop/pull/1' })
  await advance(180_000)
  expect([marks(own), marks(under)]).toEqual(['✅', '✅'])
  const [card, ...more] = slack.messages(channel).filter(({ user }) => user === slack.botUserId)
  expect(more.every(({ thread_ts }) => thread_ts === card?.ts)).toBe(true)
  await write('and the title', card?.ts)
  agent.finish('job_8f2', { prLink: null })
  await advance(180_000)
  expect(said(channel).map(words => words.split('\n')[0])).toEqual([
    expect.stringMatching(/^✅ \*job_8f2\* · /),
    expect.stringMatching(/^@Ana, \*job_8f2\* finished: pull request #1 \(.*\) is ready\.$/),
    expect.stringMatching(/^@Ana, \*job_8f2\* finished/)
  ])
  expect(sent()).toHaveLength(3)
})

const NAMES_ANOTHER = /^Not sent: this thread is about \*job_8f2\*, and your reply names \*\S+\*/

/** What Ana writes under her own message, what she reads then, and what is sent, to which job. */
const UNDER: [said: string, told: RegExp | undefined, sent?: [jobId: string, prompt: string]][] = [
  ['job_8f2 and job_404 drop the end', /^Not sent: a follow-up goes to one job at a time\./],
  ['status', /^\*job_8f2\*: /],
  ['status job_8f2', /^\*job_8f2\*: /],
  ['list', /^Your jobs/],
  ['watch job_c90', /job_c90/],
  ['mute', /^Muted: /],
  ['thanks!', undefined],
  ['job_0 do this', NAMES_ANOTHER],
  ['2 more examples please', undefined, ['job_8f2', '2 more examples please']],
  ['<@U0BEN> liked the intro: keep it', undefined, ['job_8f2', '@Ben liked the intro: keep it']],
  ['api-7 names a file', undefined, ['job_8f2', 'api-7 names a file']],
  ['job_c90 write tests', NAMES_ANOTHER],
  ['<@U0AGENTBOT> job_c90 test them', NAMES_ANOTHER]
]

it('reads a reply there as one in the thread of that job: words for the bot, and follow-ups, but none for another job', async () => {
  const { slack, agent, ana, channel, own, job, write, told } = await startDirectly()
  job('job_c90')
  for (const [said, answer, sent] of UNDER) {
    const [before, sends] = [told().length, agent.sends().length]
    await write(said, own)
    expect([said, told().slice(before)]).toEqual([said, answer ? [expect.stringMatching(answer)] : []])
    const [jobId, prompt] = sent ?? []
    expect([said, agent.sends().slice(sends)]).toEqual([said, sent ? [expect.objectContaining({ jobId, prompt })] : []])
  }
  expect(slack.ephemerals(channel, ana).every(({ thread_ts }) => thread_ts === own)).toBe(true)
})

it('says under one’s own message what becomes of a reply there: held, not delivered, in doubt, and its files', async () => {
  const { agent, own, write, marks, underOwn, newest, press, advance, sent, said, channel } = await startDirectly()
  agent.fail('send', { status: 400 })
  const refused = await write('and the title', own)
  expect(underOwn()).toEqual([expect.stringMatching(/^@Ana, not delivered: /)])
  agent.fail('send', { status: 500 })
  const doubtful = await write('and the end', own)
  expect(underOwn()[1]).toMatch(/^@Ana, maybe delivered: .*\n>and the end\n\[Send again\] \[Leave it\]$/s)
  expect([marks(refused), marks(doubtful)]).toEqual(['❌', '⚠️'])
  await press('send-again', newest())
  await advance(5_000)
  expect(underOwn()[1]).toContain('Tried again · @Ana')
  agent.fail('send', { status: 429, retryAfter: '600' })
  const held = await write('and the links', own)
  expect(underOwn()[2]).toMatch(/^Not sent yet: .*\n>and the links\n\[Cancel\]$/s)
  expect(marks(held)).toBe('⏸')
  await press('cancel', newest())
  await advance(11 * 60_000)
  expect(underOwn()[2]).toMatch(/^A follow-up was cancelled before it was sent/)
  await write('like this', own, 1)
  expect(underOwn()[3]).toMatch(/^I left out picture-1.png:/)
  expect(sent()).toEqual(['shorten the intro', 'and the end', 'like this'])
  // Nothing of that is in the thread of the card.
  expect(said(channel).filter(words => !underOwn().includes(words))).toHaveLength(1)
})

it('says there that the agent has what is edited or deleted after it was sent', async () => {
  const { slack, ana, own, channel, write, edit, remove } = await startDirectly()
  const ts = await write('and the title', own)
  await edit(ts, 'and the headings', { by: ana, channel })
  await remove(ts, channel)
  expect(slack.ephemerals(channel, ana).map(({ thread_ts, ...told }) => [thread_ts, asShown(told)])).toEqual([
    [own, expect.stringMatching(/^Not sent: the agent already has your earlier words\./)],
    [own, expect.stringMatching(/^Too late: the agent already has it\.$/)]
  ])
})

describe('the order of what was written in such a thread', () => {
  it('is kept when Slack delivers all of it at once, the last first', async () => {
    const { slack, ana, own, advance, sent } = await startWithJob()
    slack.hold()
    const { ts } = await slack.say({ user: ana, channel: own(ana), text: 'job_8f2 shorten the intro' })
    await slack.say({ user: ana, channel: own(ana), text: 'and drop the end', threadTs: ts })
    await slack.release(held => held.toReversed())
    await advance(60_000)
    expect(sent()).toEqual(['shorten the intro', 'and drop the end'])
  })

  it('is kept though the first waits for the name of its author', async () => {
    const { slack, own, write, advance, sent, restart } = await startDirectly()
    await restart()
    slack.fail('users.info', { error: 'internal_error', times: 'until cleared' })
    await write('and the title', own)
    await advance(20_000)
    slack.clearFaults()
    await write('and the end', own)
    await advance(90_000)
    expect(sent()).toEqual(['shorten the intro', 'and the title', 'and the end'])
  })
})

describe('in a thread without a job', () => {
  it('says that nothing was sent, with how to use it, and does there what names one', async () => {
    const { slack, ana, channel, own, write, marks, sent, told } = await startDirectly({}, 'hello?')
    // Phones and screen readers have nothing but the text.
    expect(slack.ephemerals(channel, ana)[0]?.text).toContain('`/agent-followup status &lt;jobId&gt;` shows where')
    const second = await write('and drop the last paragraph', own)
    await write('thanks!', own)
    expect(told().slice(1)).toEqual([
      expect.stringMatching(/^Not sent: I don’t know which job this thread is for\. `\/agent-followup help`/)
    ])
    const third = await write('job_8f2 shorten the intro', own)
    expect([sent(), marks(second), marks(third)]).toEqual([['shorten the intro'], '', '📨'])
  })

  it('says after an hour that nothing was sent, if the follow-up above still has no card', async () => {
    const { slack, ana, own, restart, say, advance, sleep, sent, told } = await startWithJob()
    const { ts } = await slack.say({ user: ana, channel: own(ana), text: 'job_8f2 shorten the intro' })
    await restart({ AGENT_PROJECT_ID: 'project-2' })
    await say('and drop the last paragraph', { by: ana, channel: own(ana), to: ts })
    expect([sent(), told()]).toEqual([[], []])
    await sleep(3_600_000)
    await advance(60_000)
    expect(told()).toEqual([expect.stringMatching(/^Not sent: I don’t know which job this thread is for\./)])
  })
})

import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startForm } from '../support/watched-job.ts'

/** Ana writes to the bot, and then in the thread of her own message. */
async function startUnderOwn(options: JourneyOptions = {}) {
  const journey = await startForm(options)
  const { slack, ana, advance } = journey
  const channel = slack.directChannel(ana).id
  const write = async (text: string, threadTs?: string, files: { name: string }[] = []) => {
    const { ts } = await slack.say({ user: ana, channel, text, files, ...(threadTs && { threadTs }) })
    await advance(5_000)
    return ts
  }
  const own = await write('job_8f2 shorten the intro')
  const said = (ts: string) =>
    slack
      .thread(channel, ts)
      .filter(({ user }) => user === slack.botUserId)
      .map(asShown)
  const [card] = slack.messages(channel).filter(({ user }) => user === slack.botUserId)
  return {
    ...journey,
    channel,
    own,
    write,
    marks: (ts: string) => slack.reactions(channel, ts).map(({ name }) => name),
    /** What the bot says under Ana's own message. */
    underOwn: () => said(own),
    /** What it says in the thread of the card. */
    underCard: () => said(card?.ts ?? '').slice(1)
  }
}

it('says under one’s own message that a reply there is held, and lets one cancel it there', async () => {
  const { slack, own, write, marks, underOwn, underCard, channel, press, advance } = await startUnderOwn({
    hourlyLimit: 1
  })
  const ts = await write('and the title', own)
  expect(underOwn()).toEqual([expect.stringMatching(/^Not sent yet: .*\n>and the title\n\[Cancel\]$/s)])
  expect([marks(ts), underCard()]).toEqual([['double_vertical_bar'], []])
  const on = slack.thread(channel, own).at(-1)?.ts ?? ''
  await press('cancel', { on, channel })
  await advance(3_000)
  expect(underOwn()).toEqual([expect.stringMatching(/^Held, then cancelled before it was sent/)])
})

it('says there that a reply was not delivered, or may not have been, and sends it again from there', async () => {
  const { slack, agent, own, write, marks, underOwn, underCard, channel, press, advance, sent } = await startUnderOwn()
  agent.fail('send', { status: 400 })
  const refused = await write('and the title', own)
  expect(underOwn()).toEqual([expect.stringMatching(/^@Ana, not delivered: /)])
  agent.fail('send', { status: 500 })
  const doubtful = await write('and the end', own)
  expect(underOwn()[1]).toMatch(/^@Ana, maybe delivered: .*\n>and the end\n\[Send again\] \[Leave it\]$/s)
  expect([marks(refused), marks(doubtful), underCard()]).toEqual([['x'], ['warning'], []])
  await press('send-again', { on: slack.thread(channel, own).at(-1)?.ts ?? '', channel })
  await advance(5_000)
  expect(sent()).toEqual(['shorten the intro', 'and the end'])
  expect(underOwn()[1]).toContain('Sent again · @Ana')
})

it('says there that files were not sent, and that another job is not known', async () => {
  const { slack, ana, own, write, underOwn, underCard, channel } = await startUnderOwn()
  await write('like this', own, [{ name: 'a.png' }])
  expect(underOwn()).toEqual([expect.stringMatching(/^Nothing attached to it was sent/)])
  await write('job_0 do this', own)
  const told = slack.ephemerals(channel, ana).at(-1)
  expect([told?.thread_ts, told && asShown(told)]).toEqual([
    own,
    expect.stringContaining('there’s no job *job_0* here')
  ])
  expect(underCard()).toEqual([])
})

it('says there that the agent has what is edited or deleted after it was sent', async () => {
  const { slack, ana, own, write, channel, advance } = await startUnderOwn()
  const ts = await write('and the title', own)
  await slack.edit({ user: ana, channel, messageTs: ts, text: 'and the headings' })
  await advance(3_000)
  await slack.remove({ channel, messageTs: ts })
  await advance(3_000)
  expect(slack.ephemerals(channel, ana).map(({ thread_ts, ...told }) => [thread_ts, asShown(told)])).toEqual([
    [own, expect.stringMatching(/^The agent has your earlier words\./)],
    [own, expect.stringMatching(/^The agent already has it\.$/)]
  ])
})

it('sends a sentence there that begins with a number', async () => {
  const { own, write, sent } = await startUnderOwn()
  await write('2 more examples please', own)
  expect(sent()).toEqual(['shorten the intro', '2 more examples please'])
})

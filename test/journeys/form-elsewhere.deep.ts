import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startForm } from '../support/watched-job.ts'

/** Ana opens the form from a message in a thread of people. */
async function startInThread(options: JourneyOptions = {}) {
  const journey = await startForm(options)
  const { slack, channel, ana, ben, form } = journey
  const { ts: threadTs } = await slack.say({ user: ben, channel, text: 'The intro is too long' })
  const { ts: messageTs } = await slack.say({ user: ana, channel, text: 'Shorten it', threadTs })
  await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs })
  await form.opened()
  return {
    ...journey,
    threadTs,
    /** What Ana reads privately: where, and what. */
    privately: () => slack.ephemerals(undefined, ana).map(({ thread_ts, ...told }) => [thread_ts, asShown(told)])
  }
}

const cardAt = (ts: string, where = 'C0DOCS') =>
  `https://stand-in.slack.com/archives/${where}/p${ts.replace('.', '')}?thread_ts=${ts}&cid=${where}`

it.each(['channel', 'thread'])('shows from a thread where the card is, privately and there: %s', async hears => {
  const { slack, channel, threadTs, form, advance, sent, cardTs, privately } = await startInThread()
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it', hears })).toEqual({})
  await advance(5_000)
  expect(sent()).toEqual(['shorten it'])
  expect(privately()).toEqual([
    [threadTs, `The card for your follow-up to *job_8f2* is in the channel (${cardAt(cardTs())}).`]
  ])
  expect(slack.thread(channel, threadTs)).toHaveLength(2)
})

it('shows where the card is once it is there, however long that takes, and not if there is none', async () => {
  const { slack, form, advance, privately, open } = await startInThread()
  slack.fail('chat.postMessage', { retryAfterS: 60 })
  await form.send({ job: 'job_8f2', instruction: 'shorten it' })
  await advance(30_000)
  expect(privately().join()).not.toContain('The card for your follow-up')
  await advance(120_000)
  expect(privately().at(-1)?.[1]).toContain('is in the channel')
  await open('job_0')
  await form.send({ instruction: 'shorten it', hears: 'me' })
  const before = privately().length
  await advance(60_000)
  expect(privately()).toHaveLength(before)
})

it('says once where it went on, if the job has a thread in the channel already', async () => {
  const { form, command, advance, cardTs, privately } = await startInThread()
  await command('job_8f2 add examples')
  await advance(5_000)
  await form.send({ job: 'job_8f2', instruction: 'shorten it' })
  await advance(10_000)
  expect(privately()).toEqual([
    [undefined, expect.stringContaining(`Your follow-up is in that thread (${cardAt(cardTs())})`)]
  ])
})

it('shows in the channel where the card is that only one person sees', async () => {
  const { slack, ana, channel, open, form, advance, told } = await startForm()
  await open('job_8f2')
  await form.send({ instruction: 'shorten it', hears: 'me' })
  await advance(5_000)
  const direct = slack.directChannel(ana).id
  const [card] = slack.messages(direct)
  expect(told(ana)).toEqual([
    `The card for your follow-up to *job_8f2* is in your direct messages with me (${cardAt(card?.ts ?? '', direct)}).`
  ])
  expect([slack.ephemerals(channel, ana).length, slack.messages(channel)]).toEqual([1, []])
})

it('says nothing more where the card appears in front of whoever opened the form', async () => {
  const { slack, ana, ben, channel, open, form, advance, told } = await startForm()
  await open('job_8f2')
  await form.send({ instruction: 'shorten it' })
  await advance(5_000)
  const { ts: messageTs } = await slack.say({ user: ben, channel, text: 'and the title' })
  await slack.shortcut({ user: ana, callbackId: 'send-followup' })
  await form.opened()
  await form.send({ job: 'job_8f2', instruction: 'mine' })
  await advance(5_000)
  await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs })
  await form.opened()
  await advance(5_000)
  expect(told(ana)).toEqual([])
})

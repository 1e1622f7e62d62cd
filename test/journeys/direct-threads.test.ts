import { expect, it } from 'vitest'
import { startForm } from '../support/form.ts'
import type { JourneyOptions } from '../support/journey.ts'

/** Ana writes to the bot, and then in the threads of her own messages. */
async function startDirectly(options: JourneyOptions = {}) {
  const journey = await startForm(options)
  const { slack, ana, advance } = journey
  const channel = slack.directChannel(ana).id
  const write = async (text: string, threadTs?: string) => {
    const { ts } = await slack.say({ user: ana, channel, text, ...(threadTs && { threadTs }) })
    await advance(5_000)
    return ts
  }
  const marks = (ts: string) => slack.reactions(channel, ts).map(({ name }) => name)
  return { ...journey, channel, write, marks }
}

it('takes a reply in the thread of one’s own direct message for the job of that message', async () => {
  const { slack, agent, channel, write, marks, sent, told, ana, advance, direct } = await startDirectly()
  const first = await write('job_8f2 shorten the intro')
  const second = await write('and drop the last paragraph', first)
  expect(sent()).toEqual(['shorten the intro', 'and drop the last paragraph'])
  expect([marks(second), told(ana)]).toEqual([['incoming_envelope'], []])
  agent.finish('job_8f2', { prLink: null })
  await advance(180_000)
  expect(marks(first)).toEqual(['white_check_mark'])
  const [card, ...more] = slack.messages(channel).filter(({ user }) => user === slack.botUserId)
  expect(more.every(({ thread_ts }) => thread_ts === card?.ts)).toBe(true)
  expect(direct().at(-1)).toContain('and drop the last paragraph')
})

it('answers the words for the bot in such a thread, and says what thanks become there', async () => {
  const { slack, channel, write, sent, told, ana, pressAndHear, advance } = await startDirectly()
  const first = await write('job_8f2 shorten the intro')
  await write('status', first)
  await write('mute', first)
  await write('thanks!', first)
  expect(told(ana)).toEqual([
    expect.stringMatching(/^\*job_8f2\*: /),
    expect.stringMatching(/^Muted: /),
    expect.stringContaining('Not sent: that looks like a thank-you.')
  ])
  expect(sent()).toEqual(['shorten the intro'])
  const on = slack.ephemerals(channel, ana).at(-1)?.ts ?? ''
  expect(await pressAndHear('send-chatter', { on, channel })).toBe('Got it: on its way to *job_8f2*.')
  await advance(3_000)
  expect(sent()).toEqual(['shorten the intro', 'thanks!'])
})

it('sends what was written at once in the thread of an instruction after that instruction', async () => {
  const { slack, ana, channel, advance, sent } = await startDirectly()
  slack.hold()
  const { ts } = await slack.say({ user: ana, channel, text: 'job_8f2 shorten the intro' })
  await slack.say({ user: ana, channel, text: 'and drop the last paragraph', threadTs: ts })
  await slack.release(held => held.toReversed())
  await advance(60_000)
  expect(sent()).toEqual(['shorten the intro', 'and drop the last paragraph'])
})

it('says that nothing was sent where the thread has no job, and does there what names one', async () => {
  const { write, marks, sent, told, ana } = await startDirectly()
  const first = await write('budget')
  const second = await write('and drop the last paragraph', first)
  await write('thanks!', first)
  expect(told(ana).slice(1)).toEqual([expect.stringMatching(/^Nothing was sent: this isn’t a job’s thread\./)])
  const third = await write('job_8f2 shorten the intro', first)
  expect(sent()).toEqual(['shorten the intro'])
  expect([marks(second), marks(third)]).toEqual([[], ['incoming_envelope']])
})

it('sends the new words of what is edited in such a thread, and nothing of what is deleted, while it waits', async () => {
  const { slack, ana, channel, write, advance, sleep, sent } = await startDirectly({
    hourlyLimit: 1,
    refusals: ['reactions.remove message_not_found']
  })
  const first = await write('job_8f2 shorten the intro')
  const edited = await write('and the title', first)
  const deleted = await write('and the end', first)
  await slack.edit({ user: ana, channel, messageTs: edited, text: 'and the headings' })
  await slack.remove({ channel, messageTs: deleted })
  await advance(3_000)
  await sleep(2 * 3_600_000)
  expect(sent()).toEqual(['shorten the intro', 'and the headings'])
})

it('says after an hour that nothing was sent, if the instruction above still has no card', async () => {
  const { slack, ana, channel, restart, advance, sleep, sent, told } = await startDirectly()
  const { ts } = await slack.say({ user: ana, channel, text: 'job_8f2 shorten the intro' })
  await restart({ AGENT_PROJECT_ID: 'project-2' })
  await slack.say({ user: ana, channel, text: 'and drop the last paragraph', threadTs: ts })
  await advance(3_000)
  expect([sent(), told(ana)]).toEqual([[], []])
  await sleep(3_600_000)
  await advance(60_000)
  expect(told(ana)).toEqual([expect.stringMatching(/^Nothing was sent: this isn’t a job’s thread\./)])
})

it('sends replies in the order they were written, though the first waits for the name of its author', async () => {
  const { slack, write, advance, sent, restart } = await startDirectly()
  const first = await write('job_8f2 shorten the intro')
  await restart()
  slack.fail('users.info', { error: 'internal_error', times: 'until cleared' })
  await write('and the title', first)
  await advance(20_000)
  slack.clearFaults()
  await write('and the end', first)
  await advance(90_000)
  expect(sent()).toEqual(['shorten the intro', 'and the title', 'and the end'])
})

it.each(['list', 'budget', 'log', 'log job_8f2', 'status job_8f2', 'watch job_c90'])(
  'does not send “%s” from the thread of an instruction, but answers it',
  async words => {
    const { agent, write, sent, told, ana } = await startDirectly()
    agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
    const first = await write('job_8f2 shorten the intro')
    await write(words, first)
    expect(sent()).toEqual(['shorten the intro'])
    expect(told(ana)).toHaveLength(1)
  }
)

it('sends what begins with the id of another job to that job', async () => {
  const { agent, write } = await startDirectly()
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  const first = await write('job_8f2 shorten the intro')
  await write('job_c90 write tests', first)
  expect(agent.sends().map(({ jobId, prompt }) => [jobId, prompt])).toEqual([
    ['job_8f2', 'shorten the intro'],
    ['job_c90', 'write tests']
  ])
})

import { expect, it } from 'vitest'
import { startDirectly } from '../support/direct-talk.ts'

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

it('gives back what begins by naming two jobs there, also if nobody knows the other', async () => {
  const { write, sent, told, ana } = await startDirectly()
  const first = await write('job_8f2 shorten the intro')
  await write('job_8f2 and job_404 drop the last paragraph', first)
  expect(told(ana)).toEqual([expect.stringMatching(/^Not sent: a follow-up goes to one job at a time\./)])
  expect(sent()).toEqual(['shorten the intro'])
})

it('answers the words for the bot in such a thread', async () => {
  const { write, sent, told, ana } = await startDirectly()
  const first = await write('job_8f2 shorten the intro')
  await write('status', first)
  await write('mute', first)
  await write('thanks!', first)
  expect(told(ana)).toEqual([expect.stringMatching(/^\*job_8f2\*: /), expect.stringMatching(/^Muted: /)])
  expect(sent()).toEqual(['shorten the intro'])
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

it.each(['list', 'status job_8f2', 'watch job_c90'])(
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

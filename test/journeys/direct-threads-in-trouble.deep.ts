import { expect, it } from 'vitest'
import { startDirectly } from '../support/direct-talk.ts'

it('says that nothing was sent where the thread has no job, and does there what names one', async () => {
  const { write, marks, sent, told, ana } = await startDirectly()
  const first = await write('list')
  const second = await write('and drop the last paragraph', first)
  await write('thanks!', first)
  expect(told(ana).slice(1)).toEqual([expect.stringMatching(/^Not sent: this isn’t a job’s thread\./)])
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
  expect(told(ana)).toEqual([expect.stringMatching(/^Not sent: this isn’t a job’s thread\./)])
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

import { expect, it } from 'vitest'
import { AS_ONE, GONE, startHeld, startUndo } from '../support/undo.ts'

it('which results the channel shows is as it was when I wrote, also if that changes while they can be undone', async () => {
  const { ana, agent, open, choose, write, advance, later, thread } = await startUndo(AS_ONE)
  agent.finish('job_8f2')
  await advance(40_000)
  await write('shorten the examples')
  await write('add a title')
  await open(ana)
  await choose(ana, { results: 'none' })
  await advance(10_000)
  expect(later()).toEqual(['1. shorten the examples\n2. add a title'])
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(40_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, \*job_8f2\* finished/)
})

it('what is held as one still takes edits and deletions of its replies', async () => {
  const { ben, written, rewrite, remove, advance, later, told, card } = await startHeld(['one', 'tow', 'three'], GONE)
  const [one = '', two = ''] = written
  expect(card()).toMatch(/^⏸ \*job_8f2\* · held .*\n/)
  await rewrite(two, 'two')
  await remove(one)
  await advance(70_000)
  expect([later().at(-1), told(ben)]).toEqual(['1. two\n2. three', []])
})

it('a reply that I edit so that it names another job is taken out of what is held as one, and asked about', async () => {
  const { agent, ben, written, rewrite, advance, later, told } = await startHeld(['one', 'two', 'three'])
  agent.addJob({ id: 'job_c90' })
  await rewrite(written[1] ?? '', 'job_c90 fix the lint')
  await advance(70_000)
  expect(later().at(-1)).toBe('1. one\n2. three')
  expect(told(ben).at(-1)).toContain('Which job is it for?')
})

it('nothing is sent of what is held as one once I delete all of it', async () => {
  const { written, remove, advance, posts } = await startHeld(['one', 'two'], GONE)
  const before = posts()
  for (const ts of written) await remove(ts)
  await advance(70_000)
  expect(posts()).toBe(before)
})

it('what may not have arrived is sent again as one, and its marks follow', async () => {
  const { slack, agent, channel, write, advance, find, press, later } = await startUndo(AS_ONE)
  agent.fail('send', { status: 500 })
  const written = [await write('one'), await write('two')]
  const marks = () =>
    written.map(ts =>
      slack
        .reactions(channel, ts)
        .map(({ name }) => name)
        .join(' ')
    )
  await advance(12_000)
  expect(marks()).toEqual(['warning', 'warning'])
  await press('send-again', { on: find('maybe delivered') })
  await advance(3_000)
  expect([later().at(-1), marks()]).toEqual(['1. one\n2. two', ['incoming_envelope', 'incoming_envelope']])
})

it('what may not have arrived is sent again without what I have deleted or corrected since', async () => {
  const { slack, agent, channel, ben, advance, write, rewrite, remove, find, press, pressAndHear, later } =
    await startUndo(AS_ONE, { refusals: ['reactions.add message_not_found'] })
  agent.fail('send', { status: 500 })
  const [one, two] = [await write('one'), await write('tow')]
  await write('three')
  await advance(12_000)
  await remove(one)
  await rewrite(two, 'two')
  const question = slack.ephemerals(channel, ben).at(-1)
  await pressAndHear('send-correction', { on: question?.ts ?? '', by: ben })
  await press('send-again', { on: find('maybe delivered') })
  await advance(3_000)
  expect(later().toSorted()).toEqual(['three', 'two'])
})

it('what may not have arrived is not sent again once I have deleted all of it', async () => {
  const { agent, advance, write, remove, thread } = await startUndo(AS_ONE, {
    refusals: ['reactions.add message_not_found']
  })
  agent.fail('send', { status: 500 })
  const written = [await write('one'), await write('two')]
  await advance(12_000)
  expect(thread().join('\n')).toContain('[Send again]')
  for (const ts of written) await remove(ts)
  expect(thread().join('\n')).not.toContain('[Send again]')
})

it('nothing is said of the file of a reply that I delete while it is held with others', async () => {
  const { agent, reply, write, remove, advance, later, thread } = await startUndo(AS_ONE, GONE)
  agent.fail('send', { status: 429, retryAfter: '60' })
  const { ts } = await reply('one', { files: 1 })
  await write('two')
  await write('three')
  await advance(12_000)
  await remove(ts)
  await advance(70_000)
  expect([later().at(-1), thread()]).toEqual(['1. two\n2. three', ['Ben: two 📨', 'Ben: three 📨']])
})

it('the log shows it as one entry', async () => {
  const { ben, command, write, advance, told } = await startUndo(AS_ONE)
  await write('one')
  await write('two')
  await advance(12_000)
  await command('log job_8f2', { by: ben })
  expect(told(ben).at(-1)).toContain('| 2 replies as one: “1. one 2. two” | ⏳ working |')
})

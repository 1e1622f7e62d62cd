import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { GONE, startUndo } from '../support/undo.ts'

const AS_ONE = { 'own-undo': '10', 'own-together': 'together' }

/** Ben’s replies are held together, as the agent takes none for a minute. */
async function startHeld(words: string[], options = {}) {
  const journey = await startUndo(AS_ONE, options)
  journey.agent.fail('send', { status: 429, retryAfter: '60' })
  const written: string[] = []
  for (const each of words) written.push(await journey.write(each))
  await journey.advance(12_000)
  return { ...journey, written }
}

it('three quick replies of mine go as one numbered message, with one result', async () => {
  const { agent, command, posts, write, advance, later, thread, card } = await startUndo(AS_ONE)
  agent.finish('job_8f2')
  await advance(40_000)
  const marks = () => thread().flatMap(line => (line.startsWith('Ben') ? [line.split(' ').at(-1)] : []))
  await write('shorten the examples')
  await write('add a title:\nShort Examples\n\nin bold')
  await write('check the links')
  expect(marks()).toEqual(['⏲️', '⏲️', '⏲️'])
  await advance(10_000)
  expect(later()).toEqual([
    '1. shorten the examples\n2. add a title:\n   Short Examples\n\n   in bold\n3. check the links'
  ])
  expect(marks()).toEqual(['📨', '📨', '📨'])
  expect(card()).toContain('· 3 replies as one ·')
  expect(await command('status job_8f2')).toMatch(/3 replies as one: “1\. shorten the examples 2\. add a title/)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(40_000)
  expect([posts(), marks()]).toEqual([2, ['✅', '✅', '✅']])
  expect(thread().filter(line => line.includes('@Ben'))).toEqual([
    expect.stringMatching(/^bot, also in #docs: @Ben, \*job_8f2\* finished, now on pull request #12/)
  ])
})

it('the card and my home say of each reply when it really goes out: with the first, or later if that is taken back', async () => {
  const { slack, ben, write, remove, advance, card } = await startUndo({ ...AS_ONE, 'own-undo': '30' }, GONE)
  const HOME_EVERY = 11_000
  const timesOn = (shown: string) => [...shown.matchAll(/goes out at (\d\d:\d\d:\d\d)/g)].map(([, time]) => time)
  const home = () => asShown({ text: '', blocks: slack.homeOf(ben)?.blocks })
  await slack.openHome({ user: ben })
  const one = await write('one')
  await advance(3_000)
  await write('two')
  const [first = '', second] = timesOn(card())
  expect([first, second]).toEqual([first, first])
  await advance(HOME_EVERY)
  expect(timesOn(home())).toEqual([first, first])
  await remove(one)
  const [own = ''] = timesOn(card())
  expect(own > first).toBe(true)
  await advance(HOME_EVERY)
  expect(timesOn(home())).toEqual([own])
})

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

it('a mention in the channel goes with what I write in the thread of its card', async () => {
  const { slack, ben, channel, write, advance, later } = await startUndo(AS_ONE)
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> job_8f2 one` })
  await advance(1_000)
  await write('two')
  await advance(9_000)
  expect(later()).toEqual(['1. one\n2. two'])
})

it('one reply goes as it is, and what others write, or I write later or elsewhere, goes by itself', async () => {
  const { ana, write, advance, later } = await startUndo(AS_ONE)
  await write('one')
  await write('from Ana', ana)
  await advance(9_000)
  await write('two')
  await advance(12_000)
  expect(later()).toEqual(['from Ana', 'one', 'two'])
})

it('quick replies go one by one, unless somebody chose otherwise', async () => {
  const { write, advance, later } = await startUndo()
  await write('one')
  await write('two')
  await advance(12_000)
  expect(later()).toEqual(['one', 'two'])
})

it('a reply that I delete or edit in time is left out, or goes with its new words', async () => {
  const { write, rewrite, remove, advance, later, thread } = await startUndo(AS_ONE, GONE)
  const [one, two] = [await write('one'), await write('tow')]
  await write('three')
  await rewrite(two, 'two')
  await remove(one)
  await advance(10_000)
  expect([later(), thread()]).toEqual([['1. two\n2. three'], ['Ben: two 📨', 'Ben: three 📨']])
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

it('“Cancel” takes back all that is held as one', async () => {
  const { slack, channel, written, press, advance, posts, database } = await startHeld(['one', 'two'])
  const before = posts()
  const [whole] = await database.query('select id from followup.followup where parts is not null')
  await press('cancel', { value: String(whole?.id) })
  await advance(70_000)
  expect([posts(), written.map(ts => slack.reactions(channel, ts))]).toEqual([before, [[], []]])
})

it('after it was sent, a reply can be corrected, or is too late to take back, like any other', async () => {
  const { slack, channel, ben, write, rewrite, remove, advance, later, told, pressAndHear } = await startUndo(AS_ONE)
  const [one, two] = [await write('one'), await write('tow')]
  await advance(12_000)
  await rewrite(two, 'two')
  expect(told(ben).at(-1)).toContain('[Send the correction]')
  const question = slack.ephemerals(channel, ben).at(-1)
  await pressAndHear('send-correction', { on: question?.ts ?? '', by: ben })
  await advance(3_000)
  await remove(one)
  expect(later()).toEqual(['1. one\n2. tow', 'two'])
  expect(told(ben).at(-1)).toContain('Too late to take this back: the agent has it.')
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

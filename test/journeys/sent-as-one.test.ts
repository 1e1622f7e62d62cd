import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { AS_ONE, GONE, startHeld, startUndo } from '../support/undo.ts'

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

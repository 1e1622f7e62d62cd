import { describe, expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'
import { pull } from '../support/work-on-a-job.ts'

const WAITS = 'Not sent yet: waiting until the job is idle.'
const BUTTONS = '[Send now] [Cancel]'
const MINUTES = 60_000

/** The job ends what it does, and the bot notices. */
async function finish({ agent, advance }: WatchedJob, number = 12): Promise<void> {
  agent.finish('job_8f2', { prLink: pull(number) })
  await advance(MINUTES)
}

async function startWithWaiting(words = 'when idle: run the tests', refusals: string[] = []) {
  const journey = await startWatching({ refusals })
  const { ts } = await journey.reply(words)
  await journey.advance(2_000)
  return { ...journey, ts }
}

it('holds a reply until the job is idle, says so, and sends it then', async () => {
  const journey = await startWithWaiting()
  const { later, thread, card } = journey
  expect(later()).toEqual([])
  expect(thread()).toEqual(['Ben: when idle: run the tests ⏰', `bot: ${WAITS}\n>run the tests\n${BUTTONS}`])
  expect(card()).toContain('⏳ *job_8f2* · working\n>add examples')
  await finish(journey)
  expect(later()).toEqual(['run the tests'])
  expect(thread()).toEqual([
    'Ben: when idle: run the tests 📨',
    'bot: Waited, then went on its way.\n>run the tests',
    expect.stringMatching(/^bot, also in #docs: @Ana, \*job_8f2\* finished/)
  ])
  expect(card()).toContain('⏳ *job_8f2* · working\n>run the tests')
  await finish(journey, 13)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, \*job_8f2\* finished, now on pull request #13/)
})

it('sends it at once to a job that is idle, without a word', async () => {
  const journey = await startWatching()
  await finish(journey)
  const before = journey.thread().length
  await journey.reply('when idle: run the tests')
  await journey.advance(3_000)
  expect(journey.later()).toEqual(['run the tests'])
  expect(journey.thread().slice(before)).toEqual(['Ben: when idle: run the tests 📨'])
})

it('lets what is written later go out meanwhile, and waits for that too', async () => {
  const journey = await startWithWaiting()
  const { reply, advance, later } = journey
  await reply('and shorten it')
  await advance(2_000)
  expect(later()).toEqual(['and shorten it'])
  await finish(journey)
  expect(later()).toEqual(['and shorten it'])
  // By then, people are told that both were taken as one.
  await advance(2 * MINUTES)
  expect(later()).toEqual(['and shorten it', 'run the tests'])
})

it('sends several one at a time, in the order they were written, each with its own result', async () => {
  const journey = await startWithWaiting('when idle: one')
  const { reply, advance, later, thread } = journey
  await reply('when done: two')
  await reply('when idle: three')
  await advance(2_000)
  for (const [number, words] of ['one', 'two', 'three'].entries()) {
    expect(later()).toHaveLength(number)
    await finish(journey, number + 1)
    expect(later().at(-1)).toBe(words)
  }
  await finish(journey, 4)
  expect(thread().filter(line => line.includes('finished'))).toHaveLength(4)
})

it('waits in a command as well, and its card says for what', async () => {
  const { agent, command, runDue, advance, card, thread } = await startJourney()
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  expect(card()).toBe(
    `⏰ *job_8f2* · waiting until the job is idle\nThe job itself is working.\n>run the tests\n— example/shop on \`main\` · @Ana · 2026-11-20 14:00\n${BUTTONS}`
  )
  await advance(10 * MINUTES)
  expect(agent.sends()).toEqual([])
  agent.finish('job_8f2')
  await advance(MINUTES)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['run the tests'])
  expect([card().split('\n')[0], thread()]).toEqual(['⏳ *job_8f2* · working', []])
})

it('lists what was typed and waits under the work that is under way', async () => {
  const { command, advance, card, press, later } = await startWatching()
  await command('job_8f2 when idle: run the tests')
  await advance(2_000)
  expect(card()).toContain(`⏳ *job_8f2* · working\n>add examples`)
  expect(card()).toContain(`⏰ waiting until the job is idle · “run the tests”\n${BUTTONS}`)
  await press('send-now', { value: 'f_2' })
  await advance(2_000)
  expect(later()).toEqual(['run the tests'])
})

describe('somebody', () => {
  it('sends what waits now, once', async () => {
    const { ana, press, pressAndHear, find, advance, later, thread } = await startWithWaiting()
    const on = find('Not sent yet:')
    await press('send-now', { on, by: ana })
    expect(await pressAndHear('send-now', { on, by: ana })).toMatch(/^Too late for that button/)
    await advance(3_000)
    expect(later()).toEqual(['run the tests'])
    expect(thread()).toEqual(['Ben: when idle: run the tests 📨', 'bot: Waited, then went on its way.\n>run the tests'])
  })

  it('cancels what waits', async () => {
    const journey = await startWithWaiting()
    const { ana, press, find, later, thread, advance } = journey
    await press('cancel', { on: find('Not sent yet:'), by: ana })
    await advance(2_000)
    expect(thread()).toEqual([
      'Ben: when idle: run the tests',
      'bot: Waited, then cancelled before it was sent · @Ana 14:00'
    ])
    await finish(journey)
    expect(later()).toEqual([])
  })

  it('deletes a reply that waits, and it is not sent', async () => {
    const journey = await startWithWaiting(undefined, ['reactions.remove message_not_found'])
    await journey.slack.remove({ channel: journey.channel, messageTs: journey.ts })
    await finish(journey)
    expect(journey.later()).toEqual([])
  })

  it('edits a reply that waits: its words, or when it goes out', async () => {
    const journey = await startWithWaiting()
    const { slack, channel, ben: user, ts: messageTs, advance, thread, later, told } = journey
    const edit = async (text: string) => {
      await slack.edit({ user, channel, messageTs, text })
      await advance(3_000)
    }
    await edit('when idle: run all tests')
    expect(thread()[1]).toBe(`bot: ${WAITS}\n>run all tests\n${BUTTONS}`)
    await edit('at 18:00: run all tests')
    expect(thread()[1]).toBe(`bot: Not sent yet: waiting until 2026-11-20 17:00.\n>run all tests\n${BUTTONS}`)
    await edit('in 9 days: run all tests')
    expect(told(user)).toEqual([
      'Your edit wasn’t taken: I can keep an instruction for 7 days at most. Your words:\n>in 9 days: run all tests'
    ])
    await edit('run all tests')
    expect(later()).toEqual(['run all tests'])
    expect(thread()[0]).toBe('Ben: run all tests 📨')
  })

  it('edits a reply that has waited and was sent: the correction goes out at once, without the words that said when', async () => {
    const journey = await startWithWaiting()
    const { slack, channel, ben: user, ts: messageTs, advance, pressAndHear, later, told } = journey
    await finish(journey)
    await slack.edit({ user, channel, messageTs, text: 'when idle: run all tests' })
    await advance(2_000)
    expect(told(user)).toEqual([
      'Send the correction? The agent has your reply without this edit.\n>run all tests\n[Send the correction]'
    ])
    const [question] = slack.ephemerals(channel, user)
    await pressAndHear('send-correction', { on: question?.ts ?? '', by: user })
    await advance(2_000)
    expect(later()).toEqual(['run the tests', 'run all tests'])
  })

  it('deletes the card, and nothing that waits is sent', async () => {
    const journey = await startWithWaiting(undefined, ['chat.update cant_update_message'])
    const { slack, channel, cardTs, ben, direct, later } = journey
    await slack.remove({ channel, messageTs: cardTs() })
    await finish(journey)
    expect(later()).toEqual([])
    expect(direct(ben)).toEqual([expect.stringMatching(/^Nothing was sent to \*job_8f2\*: its card/)])
  })

  it('sees what waits in every list', async () => {
    const { ana, slack, command, advance } = await startWithWaiting()
    await slack.openHome({ user: ana })
    await command('job_8f2 when idle: check the links')
    await advance(2_000)
    const WAITING = '⏰ waiting until the job is idle'
    expect(await command('status job_8f2')).toContain(`${WAITING} · “run the tests”`)
    expect(await command('log job_8f2')).toContain(WAITING)
    expect(await command('budget')).toMatch(/2 are waiting to be sent:[\s\S]*check the links/)
    expect(await command('list')).toContain('⏳ 1 running')
    await advance(10_000)
    expect(JSON.stringify(slack.homeOf(ana)?.blocks)).toMatch(
      /waiting until the job is idle.*check the links.*Send now/
    )
  })
})

it('lets all replies of a thread wait, once somebody has asked for that', async () => {
  const journey = await startWatching()
  const { slack, channel, ben, reply, advance, thread, later, restart } = journey
  await reply('when idle')
  await advance(2_000)
  expect(thread()).toEqual([
    'Ben: when idle',
    'bot: From now on, replies here wait until *job_8f2* is idle. Reply `right away` to undo this.'
  ])
  await restart()
  const { ts: messageTs } = await reply('run all tests')
  await reply(`<@${slack.botUserId}> and the linter`)
  await advance(2_000)
  await slack.edit({ user: ben, channel, messageTs, text: 'run the tests' })
  await advance(2_000)
  expect(later()).toEqual([])
  await finish(journey)
  expect(later()).toEqual(['run the tests'])
  await finish(journey, 13)
  expect(later()).toEqual(['run the tests', 'and the linter'])
  await reply('right away')
  await advance(2_000)
  await reply('shorten it')
  await advance(2_000)
  expect(later().at(-1)).toBe('shorten it')
})

it('waits through a restart, and through looks that fail', async () => {
  const journey = await startWithWaiting()
  const { agent, restart, sleep, later } = journey
  await restart()
  agent.fail('read', { status: 500, times: 4 })
  await sleep(5 * MINUTES)
  await finish(journey)
  expect(later()).toEqual(['run the tests'])
})

it('waits for work that was sent and not seen to begin yet', async () => {
  const { agent, reply, advance, later, thread } = await startWatching(
    {},
    { life: { startsLateMs: 40_000, worksMs: 20_000, ends: 'completed' } }
  )
  await reply('when idle: run the tests')
  await advance(30_000)
  expect(later()).toEqual([])
  await advance(60_000)
  expect(later()).toEqual(['run the tests'])
  expect(thread().filter(line => line.includes('finished'))).toHaveLength(1)
  expect(agent.sends()).toHaveLength(2)
})

it('says why, when the job is gone', async () => {
  const { agent, advance, thread } = await startWithWaiting()
  agent.fail('read', { status: 404, times: 4 })
  await advance(5 * MINUTES)
  expect(thread().at(-1)).toMatch(/^bot: @Ben, not delivered: there’s no job \*job_8f2\* here/)
})

it('gives an instruction back after a week in which the job was never idle', async () => {
  const { agent, command, runDue, sleep, thread } = await startJourney()
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  for (let day = 0; day < 7; day++) await sleep(24 * 60 * MINUTES)
  await sleep(MINUTES)
  expect(thread()).toEqual([
    'bot: @Ana, not delivered: the job wasn’t idle for 7 days, so I stopped waiting. Send it again if you still want it.'
  ])
  expect(agent.sends()).toEqual([])
})

it('finds one that lost its looks', async () => {
  const { agent, database, command, runDue, advance, upkeep } = await startJourney()
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  await database.query('delete from followup.task')
  agent.finish('job_8f2')
  await advance(3 * MINUTES)
  expect(agent.sends()).toEqual([])
  await upkeep()
  await advance(MINUTES)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['run the tests'])
})

import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { startTalking } from '../support/talking.ts'
import { startWatching } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'

it('takes an instruction from a mention, marks it, and goes on in the thread of its card', async () => {
  const { agent, say, advance, card, cardTs, thread, told, ana, ben, slack, channel, sent, marks } =
    await startTalking()
  const { ts } = await say(`${BOT} job_8f2 shorten the intro for <@U0BEN>`)
  await advance(2_000)
  expect(card()).toBe(
    '⏳ *job_8f2* · working\n>shorten the intro for @Ben\n— example/shop on `main` · @Ana · since 14:00\n[Check now] [🔔 Tell me]'
  )
  expect([told(ana), marks(ts)]).toEqual([[], ['incoming_envelope']])
  await slack.say({ user: ben, channel, text: 'and the title', threadTs: cardTs() })
  await advance(2_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  expect(sent()).toEqual(['shorten the intro for @Ben', 'and the title'])
  expect(thread().at(-1)).toContain('finished')
  expect(marks(ts)).toEqual(['white_check_mark'])
})

it('takes an instruction from a direct message', async () => {
  const { slack, ana, advance, sent } = await startTalking()
  const direct = slack.directChannel(ana).id
  await slack.say({ user: ana, channel: direct, text: 'job_8f2 shorten the intro' })
  await advance(2_000)
  expect(sent()).toEqual(['shorten the intro'])
  expect(slack.messages(direct).map(asShown)).toEqual([
    'job_8f2 shorten the intro',
    '⏳ *job_8f2* · working\n>shorten the intro\n— example/shop on `main` · @Ana · since 14:00\n[Check now]'
  ])
})

it('goes on in the thread that the job has, whatever thread the mention is in', async () => {
  const { slack, ana, ben, channel, reply, advance, thread, told, later } = await startWatching()
  const { ts } = await slack.say({ user: ben, channel, text: 'lunch?' })
  await slack.say({ user: ben, channel, text: `${BOT} job_8f2 shorten it`, threadTs: ts })
  await reply(`${BOT} and the title`, { by: ana })
  await advance(4_000)
  expect(later().toSorted()).toEqual(['and the title', 'shorten it'])
  expect(thread().find(line => line.includes('Follow-up from'))).toContain('>shorten it')
  expect(told(ben)).toEqual([expect.stringContaining('*job_8f2* already has a thread here.')])
})

it('answers privately what a command would be answered', async () => {
  const { slack, ana, say, told, runDue, sent } = await startTalking()
  await say(`${BOT} status job_8f2`)
  await say(`${BOT} list`)
  await say(`${BOT} my jobs?`)
  await say(BOT)
  await say(`${BOT} job_8f2`)
  await say(`${BOT} shorten the intro`)
  await slack.say({ user: ana, channel: slack.directChannel(ana).id, text: 'help' })
  await slack.say({ user: ana, channel: slack.directChannel(ana).id, text: 'list' })
  await runDue()
  expect(told(ana).map(words => words.split('\n')[0])).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\*job_8f2\*: /),
      expect.stringContaining('I don’t know any jobs in this channel yet'),
      expect.stringContaining('Steer an agent job'),
      expect.stringContaining('what should *job_8f2* do?')
    ])
  )
  expect(sent()).toEqual([])
})

it('says nothing to thanks, and to what is only between people', async () => {
  const { say, told, ana, runDue, slack, channel } = await startTalking()
  await say(`${BOT} thank you!`)
  await say(`${BOT} // never mind`)
  await runDue()
  expect(told(ana)).toEqual([])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('says privately that there is no such job, and leaves nothing in the channel', async () => {
  const { say, told, ana, runDue, slack, channel, marks } = await startTalking()
  const { ts } = await say(`${BOT} job_404 shorten the intro`)
  await runDue()
  expect(told(ana)).toEqual([
    'Not sent: there’s no job *job_404* here. Check the id, then send it again.\n>shorten the intro\n[Open the form]'
  ])
  expect(slack.messages(channel)).toHaveLength(1)
  expect(marks(ts)).toEqual(['x'])
})

it.each(['guest', 'outsider', 'bot'] as const)('refuses a %s privately, and sends nothing', async kind => {
  const { slack, channel, runDue, told, sent } = await startTalking()
  const stranger = slack.addPerson({ name: 'Eve', kind }).id
  await slack.invite(channel, stranger)
  await slack.say({ user: stranger, channel, text: `${BOT} job_8f2 shorten the intro` })
  await runDue()
  expect(sent()).toEqual([])
  expect(slack.messages(channel)).toHaveLength(1)
  if (kind !== 'bot') expect(told(stranger)).toEqual([expect.stringContaining('Not sent')])
})

import { expect, it } from 'vitest'
import { lineOf, startApart } from '../support/apart.ts'

const NOTED = 'bot: — ↪ *job_8f2* was also sent '

it('edits that line for what is sent later, and begins another only once the thread has spoken itself', async () => {
  const { steer, reply, card, thread, advance } = await startApart()
  await steer('add tests')
  await steer('and more tests')
  expect(lineOf(card())).toBe('↪ Also steered from #C0API: 2 instructions, the latest 2026-11-20 14:00 by @Ben')
  expect(thread()).toEqual([
    `${NOTED}2 instructions from #C0API, the latest at 14:00, so what comes next may be about all of them.`
  ])
  await reply('shorten the intro')
  await advance(6_000)
  await steer('and even more')
  expect(thread()).toEqual([
    `${NOTED}2 instructions from #C0API, the latest at 14:00, so what comes next may be about all of them.`,
    'Ben: shorten the intro 📨',
    `${NOTED}an instruction from #C0API at 14:00, so what comes next may be about both.`
  ])
})

it('edits that line also for what was sent just before the thread spoke itself', async () => {
  const { ben, api, steer, command, reply, thread, advance } = await startApart()
  await steer('add tests')
  await command('job_8f2 and more tests', { by: ben, channel: api })
  await reply('shorten the intro')
  await advance(6_000)
  expect(thread()).toEqual([
    `${NOTED}2 instructions from #C0API, the latest at 14:00, so what comes next may be about all of them.`,
    'Ben: shorten the intro 📨'
  ])
})

it('names nobody and no channel where people from outside read along', async () => {
  const { slack, ana, ben, steer, said } = await startApart()
  const oda = slack.addPerson({ id: 'U0ODA', name: 'Oda', kind: 'outsider' }).id
  const shared = slack.addChannel({ id: 'C0SHARED', name: 'with-partners', members: [ana, ben, oda] }).id
  await steer('add tests', shared)
  await steer('plan the layoffs')
  expect(lineOf(said(shared)[0])).toMatch(/^↪ Also steered from elsewhere: 2 instructions, the latest [^@#]*$/)
  expect(said(shared).join('\n')).not.toMatch(/#C0API|#docs|layoffs/)
})

it('adds no message to a thread that waits for nothing, and redraws its card once for what leaves together', async () => {
  const { slack, agent, ben, api, steer, cardTs, card, thread, advance } = await startApart()
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  agent.setJob('job_8f2', { life: { ends: 'never' } })
  await steer('add tests')
  const edits = () => slack.calls().filter(({ method, params }) => method === 'chat.update' && params.ts === cardTs())
  const before = { thread: thread(), edits: edits().length }
  const threadTs = slack.messages(api)[0]?.ts ?? ''
  slack.hold()
  for (const text of ['one', 'two', 'three']) await slack.say({ user: ben, channel: api, text, threadTs })
  await slack.release()
  await advance(8_000)
  expect(lineOf(card())).toBe('↪ Also steered from #C0API: 4 instructions, the latest 2026-11-20 14:01 by @Ben')
  expect([thread(), edits().length]).toEqual([before.thread, before.edits + 1])
  expect(slack.messages(api).filter(({ text }) => text.startsWith('↪'))).toEqual([])
})

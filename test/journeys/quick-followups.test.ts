import { expect, it } from 'vitest'
import { startQuick } from '../support/quick-channel.ts'

const MINUTE = 60_000
const LINK = 'https://github.com/acme/docs/pull/12'
const FIX = 'The tests fail. Find out why and fix them.'
const TYPED = `Fix the tests: ${FIX}\nShorten it: Shorten what you wrote.`

const BUTTONS = '[Fix the tests] [Shorten it]'

it('offers a channel’s quick follow-ups on its results, and sends one as an instruction of whoever presses', async () => {
  const { ben, press, result, shown, runDue, end, later, thread, card } = await startQuick()
  expect(shown()).toContain(`\n[View pull request #12 → ${LINK}]\n${BUTTONS}\n— took`)
  await press('quick-1', { on: result, by: ben })
  await runDue()
  expect(later()).toEqual([FIX])
  expect(shown()).toMatch(/— Sent \*Fix the tests\* · @Ben 14:01$/)
  expect(thread().at(-1)).toBe(`bot: Follow-up from @Ben:\n>${FIX}`)
  expect(card()).toContain('*job_8f2* · working')
  await end()
  expect(thread().at(-1)).toMatch(/^bot: @Ben, \*job_8f2\* finished, still on pull request #12/)
  expect(thread().at(-1)).toContain(BUTTONS)
})

it('asks before it sends the same again within a minute, unless another person does', async () => {
  const { slack, channel, ana, ben, press, pressAndHear, result, advance, later, thread } = await startQuick()
  await press('quick-1', { on: result, by: ben })
  await press('quick-1', { on: result, by: ana })
  await advance(2_000)
  expect(later()).toEqual([FIX, FIX])
  expect(await pressAndHear('quick-1', { on: result, by: ben })).toBe(
    'Not sent twice: you asked *job_8f2* for the same thing at 14:01 (sent).\n[Send again]'
  )
  await pressAndHear('send-twin', { on: slack.ephemerals(channel, ben).at(-1)?.ts ?? '', by: ben })
  await advance(2_000)
  expect(later()).toEqual([FIX, FIX, FIX])
  expect(thread().at(-1)).toBe(`bot: Follow-up from @Ben:\n>${FIX}`)
})

it('answers a second press where it was made, in the channel or in the thread', async () => {
  const { slack, channel, ben, cardTs, press, pressAndHear, result } = await startQuick()
  await press('quick-1', { on: result, by: ben })
  const seenIn = () => slack.ephemerals(channel, ben).map(({ thread_ts }) => thread_ts)
  await pressAndHear('quick-1', { on: result, by: ben, inChannel: true })
  expect(seenIn()).toEqual([undefined])
  await pressAndHear('quick-1', { on: result, by: ben })
  expect(seenIn()).toEqual([undefined, cardTs()])
})

it('says which line cannot be taken, and stores nothing then', async () => {
  const { choose, agent, command, advance, thread } = await startQuick()
  const secret = 'Deploy: use ghp_16C7e42F292c6912E7710c838347Ae178B4a'
  expect(await choose(`${TYPED}\nthe docs`)).toEqual({
    quick: 'Line 3: begin with the label of the button and a colon, like “Fix the tests: …”.'
  })
  expect(await choose(`${TYPED}\n${secret}`)).toEqual({
    quick: 'Line 3: this looks like it contains a GitHub token (ghp_…). Take it out: everybody here could read it.'
  })
  agent.addJob({ id: 'job_9', life: { worksMs: 1_000, ends: 'completed', pullRequest: LINK } })
  await command('job_9 add a title')
  await advance(MINUTE)
  expect(thread().at(-1)).toContain(BUTTONS)
})

it('sends a quick follow-up when its words say', async () => {
  const { agent, ben, press, reply, result, advance, later, thread } = await startQuick({
    typed: 'Review it later: when idle: review what you wrote'
  })
  await reply('add a title')
  await advance(2_000)
  await press('quick-1', { on: result, by: ben })
  await advance(5_000)
  expect(later()).toEqual(['add a title'])
  expect(thread().at(-1)).toContain('bot: Follow-up from @Ben, waiting until the job is idle:\n>review what you wrote')
  agent.finish('job_8f2', { prLink: LINK })
  await advance(MINUTE)
  expect(later()).toEqual(['add a title', 'review what you wrote'])
  expect(thread().join('\n')).toContain('bot: Follow-up from @Ben:\n>review what you wrote')
})

import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'
const HOURS = 3_600_000

it('sends a reply that names the thread’s own job without that, at the time that it says', async () => {
  const { reply, advance, sleep, later } = await startWatching()
  await reply('job_8f2 in 2 hours: fix the lint')
  await reply('job_8f2 run the tests')
  await advance(5_000)
  expect(later()).toEqual(['run the tests'])
  await sleep(2 * HOURS)
  expect(later()).toEqual(['run the tests', 'fix the lint'])
})

it.each([
  ['status job_8f2', /^\*job_8f2\*: \*working\*/],
  [`${BOT} watch job_8f2`, /^I’ll write to you directly when \*job_8f2\* ends\./],
  ['job_8f2: log', /The instructions to \*job_8f2\*, newest first:/],
  ['stop job_8f2', /^I can’t stop an agent, and nothing was sent\./],
  ['job_8f2', /^Nothing was sent: what should \*job_8f2\* do\?/]
])('answers “%s” in the thread of that job, and sends nothing', async (words, answer) => {
  const { reply, advance, later, told, ben } = await startWatching()
  await reply(words)
  await advance(3_000)
  expect([told(ben), later()]).toEqual([[expect.stringMatching(answer)], []])
})

it('keeps to the time of thanks that were edited into an instruction for the thread’s own job, once sent after all', async () => {
  const { slack, channel, ben, reply, advance, sleep, later, press } = await startWatching()
  const { ts: messageTs } = await reply('thanks')
  await advance(3_000)
  await slack.edit({ user: ben, channel, messageTs, text: 'job_8f2 in 2 hours: fix the lint' })
  await advance(3_000)
  await press('send-chatter', { on: slack.ephemerals(channel, ben)[0]?.ts ?? '', by: ben })
  await advance(5_000)
  expect(later()).toEqual([])
  await sleep(2 * HOURS)
  expect(later()).toEqual(['fix the lint'])
})

/** Ben is asked which job his message is for, edits it, and presses a button. */
async function chooseAfterEdit(text: string, jobId: string) {
  const journey = await startWatching()
  const { slack, agent, channel, ben, command, advance, pressAndHear } = journey
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  await command('job_c90 write tests')
  const { ts: messageTs } = await slack.say({ user: ben, channel, text: `${BOT} please fix the docs` })
  await advance(3_000)
  const asked = slack.ephemerals(channel, ben).at(-1)
  await slack.edit({ user: ben, channel, messageTs, text: `${BOT} ${text}` })
  await advance(3_000)
  const [, value = ''] = JSON.stringify(asked).match(new RegExp(`"value":"([^"]+ ${jobId})"`)) ?? []
  const answer = await pressAndHear('choose-job', { on: asked?.ts ?? '', by: ben, value })
  await advance(5_000)
  return {
    ...journey,
    answer,
    sentAfter: () =>
      agent
        .sends()
        .slice(2)
        .map(({ jobId, prompt }) => `${jobId}: ${prompt}`)
  }
}

it('sends what was asked about to the job that is pressed, as the message says by now, without the job and at its time', async () => {
  const { sleep, sentAfter } = await chooseAfterEdit('job_8f2 in 2 hours: fix all docs', 'job_8f2')
  expect(sentAfter()).toEqual([])
  await sleep(2 * HOURS)
  expect(sentAfter()).toEqual(['job_8f2: fix all docs'])
})

it('sends nothing to a job that is pressed when the message names another one by now', async () => {
  const { answer, sentAfter } = await chooseAfterEdit('job_8f2 fix all docs', 'job_c90')
  expect(answer).toBe(
    'Nothing was sent: your message is for *job_8f2* now. To send it there, write it as a new message.'
  )
  expect(sentAfter()).toEqual([])
})

it('sends nothing to the job that was chosen if the message names two by now', async () => {
  const { answer, sentAfter } = await chooseAfterEdit('job_8f2 and job_c90 fix all docs', 'job_c90')
  expect(answer).toMatch(/^Nothing was sent: a follow-up goes to one job at a time\./)
  expect(sentAfter()).toEqual([])
})

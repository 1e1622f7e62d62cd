import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const LINK = 'https://agents.example/runs'
const BOT = '<@U0AGENTBOT>'

/** Ben's request for job_8f2 waits for the next hour. */
async function startWaiting() {
  const journey = await startWatching({ hourlyLimit: 1, env: { AGENT_JOB_LINK: `${LINK}/{jobId}` } })
  const { slack, agent, channel, ben, advance, sleep, told } = journey
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  const { ts } = await slack.say({ user: ben, channel, text: `${BOT} job_8f2 shorten it` })
  await advance(3_000)
  return {
    ...journey,
    // At first he is told that the job has a thread.
    toldSince: () => told(ben).slice(1),
    async editAndWait(text: string) {
      await slack.edit({ user: ben, channel, messageTs: ts, text })
      await advance(3_000)
      await sleep(2 * 3_600_000)
    }
  }
}

it.each([
  ['one for another job', `${BOT} job_c90 shorten it`, 'job_c90 shorten it'],
  ['a question', `${BOT} status job_8f2`, 'status job_8f2'],
  ['a word about its job', `${BOT} job_8f2 status`, 'job_8f2 status'],
  ['nothing but its job', `${BOT} job_8f2`, 'job_8f2'],
  ['a word for the bot alone', `${BOT} status`, undefined],
  ['stop', `${BOT} stop`, undefined],
  ['thanks', `${BOT} thanks!`, undefined],
  ['one for another job, by a link', `${BOT} ${LINK}/job_c90 shorten it`, `${LINK}/job_c90 shorten it`],
  ['nothing but a link to its job', `${BOT} ${LINK}/job_8f2`, `${LINK}/job_8f2`],
  ['talk about the bot', `I asked ${BOT} about job_8f2`, 'I asked @agentfollowup about job_8f2']
])(
  'cancels a request that is edited into %s, and gives its author those words, or the earlier ones if these would not be sent either',
  async (_, text, words) => {
    const { editAndWait, later, toldSince } = await startWaiting()
    await editAndWait(text)
    expect(later()).toEqual([])
    expect(toldSince()).toEqual([
      `Cancelled: your edited message is no longer an instruction for *job_8f2*. ${words ? 'Send it again' : 'If you still want what it said before, send that'} as a new message. Your words:\n>${words ?? 'shorten it'}`
    ])
  }
)

it.each([
  ['its job named again', `${BOT} job_8f2 lengthen it`],
  ['its job no longer named', `${BOT} lengthen it`]
])('sends the new words of a request with %s', async (_, text) => {
  const { editAndWait, later, toldSince } = await startWaiting()
  await editAndWait(text)
  expect([later(), toldSince()]).toEqual([['lengthen it'], []])
})

it('sends a request that is edited to begin with a link to its job, with the link', async () => {
  const { editAndWait, later, toldSince } = await startWaiting()
  await editAndWait(`${BOT} ${LINK}/job_8f2 is where you left it`)
  expect([later(), toldSince()]).toEqual([[`${LINK}/job_8f2 is where you left it`], []])
})

it.each([
  ['one for a job that is there', `${BOT} job_8f2 shorten it`, 'job_8f2 shorten it'],
  ['one that goes out later', `${BOT} job_8f2 at 18:00: shorten it`, 'job_8f2 at 18:00: shorten it']
])('says that a request for a job that is not there is still not sent, edited into %s', async (_, text, words) => {
  const { slack, channel, ben, advance, told, later } = await startWatching()
  const { ts: messageTs } = await slack.say({ user: ben, channel, text: `${BOT} job_8f3 shorten it` })
  await advance(3_000)
  expect(told(ben)).toEqual([expect.stringContaining('there’s no job *job_8f3* here')])
  await slack.edit({ user: ben, channel, messageTs, text })
  await advance(3_000)
  expect(later()).toEqual([])
  expect(told(ben).slice(1)).toEqual([
    `Not sent: your message wasn’t delivered before, and editing it doesn’t send it. Send it again as a new message. Your words:\n>${words}`
  ])
})

it('offers to send a request for a job that was not there, edited into other words for it', async () => {
  const { slack, agent, channel, ben, advance, told } = await startWatching()
  const { ts: messageTs } = await slack.say({ user: ben, channel, text: `${BOT} job_8f3 shorten it` })
  await advance(3_000)
  agent.addJob({ id: 'job_8f3', life: { ends: 'never' } })
  await slack.edit({ user: ben, channel, messageTs, text: `${BOT} job_8f3 lengthen it` })
  await advance(3_000)
  expect(told(ben).at(-1)).toMatch(/^Send the correction\? Your reply was never delivered\./)
})

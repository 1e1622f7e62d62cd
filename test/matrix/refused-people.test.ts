import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'
import { openScene, testRefusals } from './refused-whichever-way.ts'
import { WAYS_IN } from './ways-in.ts'

testRefusals({
  'a guest': { kind: 'guest', why: 'guests can’t steer agent jobs. Ask a full member of this workspace.' }
})

it('lets a member in, whichever way', async () => {
  const scene = await openScene()
  for (const way of WAYS_IN) {
    const sent = scene.later().length
    const read = await way.go(scene)
    if (way.answer) expect(read, way.name).toMatch(way.answer)
    else expect(read ?? '', way.name).not.toMatch(/Not done|Not sent/)
    await scene.advance(3_000)
    if (way.words && !way.answer) expect(scene.later().length, way.name).toBe(sent + 1)
  }
})

const NO_JOBS =
  'I don’t know any jobs in this channel yet, or any of yours elsewhere. `/agent-followup <jobId> <what it should do>` sends one its first follow-up.'
const NOT_IN =
  'I’m not in #C0PLANS1003. Type `/invite @Agent Follow-up` there, then send it again.\n>drop it\n[Open the form]'

/** What a member reads in a channel that the bot is not in. Slack tells the bot nothing of what is said there. */
const WITHOUT_BOT: Record<string, string | undefined> = {
  '/agent-followup list': NO_JOBS,
  '/agent-followup job_8f2 drop it': `Not sent to *job_8f2*: ${NOT_IN}`,
  '/agent-followup drop it': 'Not sent: which job is it for?\n>drop it\n[Open the form]',
  '/agent-followup https://agents.example/runs/job_8f2 drop it':
    'Not sent: which job is it for? No job in this channel matches https://agents.example/runs/job_8f2.\n>drop it\n[Open the form]',
  '@Agent Follow-up job_8f2 drop it': undefined,
  '@Agent Follow-up list': undefined
}

it('sends and shows nothing from a channel that the bot is not in, and says how to invite it', async () => {
  const journey = await startWatching({ refusals: ['chat.postMessage not_in_channel'] })
  const { slack, agent, ben, command, runDue, advance, told } = journey
  await advance(2_000)
  const read: [string, string | undefined][] = []
  const plans: string[] = []
  for (const typed of Object.keys(WITHOUT_BOT)) {
    const channel = slack.addChannel({ name: `plans-${plans.length}`, members: [ben], botIsMember: false }).id
    plans.push(channel)
    const before = told(ben).length
    const [, words] = /^\/agent-followup (.*)$/.exec(typed) ?? []
    if (words) await command(words, { by: ben, channel })
    else await slack.say({ user: ben, channel, text: typed.replace('@Agent Follow-up', `<@${slack.botUserId}>`) })
    await runDue()
    read.push([typed, told(ben)[before]])
  }
  expect(read).toEqual(Object.entries(WITHOUT_BOT))
  await advance(60_000)
  expect(agent.sends()).toHaveLength(1)
  const shown = plans.flatMap(id => slack.messages(id))
  expect(shown.filter(({ user }) => user === slack.botUserId)).toEqual([])
})

import { expect, it } from 'vitest'
import { type Journey, startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const HAS_IT = 'The agent has the follow-up; `/agent-followup status job_8f2` shows where it stands.'
const ARCHIVED = `I’ve stopped watching *job_8f2*: <#C0DOCS> was archived. ${HAS_IT}\n>add examples`
const deleted = (words: string) =>
  `I’ve stopped watching *job_8f2*: the job’s card in <#C0DOCS> was deleted, which closed its thread. ${HAS_IT}\n>${words}`
const CLOSED = 'the job’s card in #docs was deleted, which closed its thread.'
const NOT_SENT = `Not sent: ${CLOSED}\n>shorten it\n[Open the form]`
const POSTS = 'chat.postMessage is_archived'
const EDITS = 'chat.update is_archived'
const UNDER_TOMBSTONE = { refusals: ['chat.update cant_update_message'] }

const removeCard = ({ slack, channel, cardTs }: Journey) => slack.remove({ channel, messageTs: cardTs() })

it.each<[what: string, refusals: string[], happens: (journey: Journey) => unknown, told: string]>([
  [
    'the outcome when the channel has been archived',
    [POSTS, EDITS],
    ({ slack, agent, channel }) => {
      slack.archive(channel)
      agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
    },
    'I couldn’t write in <#C0DOCS>, so here it is: <@U0ANA>, *job_8f2* finished: <https://github.com/acme/docs/pull/12|pull request #12> is ready.\n>add examples\ntook 5 s · example/shop on `main`'
  ],
  [
    'that it has stopped watching once it sees that the channel is archived',
    [EDITS],
    ({ slack, agent, channel }) => {
      slack.archive(channel)
      // The card would have said so.
      agent.setJob('job_8f2', { status: 'paused' })
    },
    ARCHIVED
  ],
  [
    'that it has stopped watching when the card is deleted',
    ['chat.update message_not_found'],
    async journey => {
      await removeCard(journey)
      journey.agent.finish('job_8f2')
    },
    deleted('add examples')
  ]
])('tells the requester directly %s, and looks no more', async (_, refusals, happens, told) => {
  const journey = await startWatching({ refusals })
  const { slack, channel, advance, direct, looks } = journey
  const before = slack.messages(channel).length
  await happens(journey)
  await advance(5 * MINUTE)
  expect(direct()).toEqual([told])
  const seen = looks()
  await advance(60 * MINUTE)
  expect([looks(), slack.messages(channel).length <= before]).toEqual([seen, true])
})

it('does not send a reply under a deleted card, and returns the words to its author', async () => {
  const journey = await startWatching(UNDER_TOMBSTONE)
  const { reply, tell, told, thread, later, ben } = journey
  const to = journey.cardTs()
  // A person's reply keeps the thread in Slack when its first message is gone.
  await reply('// nice')
  await removeCard(journey)
  await tell('shorten it', { to })
  expect([told(ben), later()]).toEqual([[NOT_SENT], []])
  expect(thread(to)).toEqual(['Ben: // nice', 'Ben: shorten it'])
  await tell('status', { to })
  expect(told(ben)[1]).toContain('*job_8f2*: *working*')
})

it('does not send a reply whose author was still unknown when the card was deleted', async () => {
  const journey = await startWatching(UNDER_TOMBSTONE)
  const { slack, reply, runDue, advance, told, later, ben } = journey
  slack.fail('users.info', { error: 'internal_error' })
  await reply('shorten it')
  await runDue()
  await removeCard(journey)
  await advance(MINUTE)
  expect([told(ben), later()]).toEqual([[NOT_SENT], []])
})

it('stops watching what was being sent while the card was deleted, and tells its author', async () => {
  const { database, agent, reply, runDue, advance, thread, direct, ben, later } = await startWatching()
  await reply('shorten it')
  await runDue()
  // As another process leaves it after seeing the deletion while this one sends.
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  await advance(5_000)
  expect([later(), direct(ben)]).toEqual([['shorten it'], [deleted('shorten it')]])
  agent.finish('job_8f2')
  await advance(2 * MINUTE)
  expect(thread()).toEqual(['Ben: shorten it 🔕'])
})

it('gives back in the log the words of what waited when the card is deleted, and not of what was deleted before', async () => {
  const refusals = ['reactions.remove message_not_found', ...UNDER_TOMBSTONE.refusals]
  const journey = await startWatching({ refusals })
  const { ben, tell, remove, advance, command, later } = journey
  await tell('in 2 hours: run the tests')
  await remove(await tell('in 3 hours: my mistake'))
  await removeCard(journey)
  await advance(3_000)
  const log = await command('status job_8f2', { by: ben })
  expect(log).toMatch(/🚫 cancelled · .*\ntaken back · you/)
  expect(log).toMatch(/🚫 cancelled · .*\n“run the tests” · you/)
  expect(later()).toEqual([])
})

import { expect, it } from 'vitest'
import { type Journey, startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const REMOVED = 'The app was removed from Slack, or its token revoked'

type Removal = { type: 'app_uninstalled' } | { type: 'tokens_revoked'; tokens: { oauth?: string[]; bot?: string[] } }

let events = 0
async function deliverRemoval({ slack, now }: Journey, event: Removal, atMs = now()): Promise<void> {
  await slack.deliver('events_api', {
    team_id: slack.teamId,
    type: 'event_callback',
    event_id: `Ev0REMOVED${events++}`,
    event_time: Math.floor(atMs / 1_000),
    authorizations: [],
    event
  })
  await slack.deliveriesDone()
}

const posted = ({ slack, channel, ana, ben, own }: Journey) =>
  [channel, own(ana), own(ben)].flatMap(where => slack.messages(where)).length

/** One follow-up is watched, one waits, and one is held; Ben waits to hear of the job. */
async function startBusy(): Promise<Journey> {
  const journey = await startWatching({ errors: [REMOVED], hourlyLimit: 1 })
  await journey.press('tell-me', { by: journey.ben })
  await journey.tell('shorten the intro')
  await journey.tell('in 2 hours: rename it')
  await journey.openHome()
  return journey
}

it.each<[string, (journey: Journey) => Removal]>([
  ['the app is removed', () => ({ type: 'app_uninstalled' })],
  ['its bot token is revoked', ({ slack }) => ({ type: 'tokens_revoked', tokens: { bot: [slack.botUserId] } })]
])('ends all that goes on once %s, tells nobody, and tells the log what to do', async (_, removal) => {
  const journey = await startBusy()
  const { slack, agent, log, advance, upkeep, sent, looks, database } = journey
  slack.revokeToken('bot')
  await deliverRemoval(journey, removal(journey))
  const calls = slack.calls().length
  await advance(MINUTE)
  const before = [looks(), posted(journey)]
  agent.finish('job_8f2', { prLink: null })
  await advance(3 * HOUR)
  await upkeep()
  await advance(3 * HOUR)
  expect([looks(), posted(journey)]).toEqual(before)
  expect([sent(), slack.calls().length - calls]).toEqual([['add examples'], 0])
  const rows = await database.query('select state, standing from followup.followup order by length(id), id')
  expect(rows.map(({ state, standing }) => `${state}: ${standing}`)).toEqual([
    'ended: unwatched',
    'dropped: cancelled',
    'dropped: cancelled'
  ])
  const told = await database.query(`select act from followup.audit where outcome = 'app removed' order by act`)
  expect(told.map(({ act }) => act)).toEqual(['cancelled', 'cancelled', 'ended'])
  const said = log.filter(({ level }) => level === 'error').map(({ words }) => words)
  expect(said).toEqual([expect.stringContaining('`npm run forget -- --everything` deletes what is stored')])
})

it('resumes nothing in a new installation, where what is asked next is sent and told', async () => {
  const journey = await startBusy()
  const { agent, advance, restart, upkeep, sent, command, runDue, told } = journey
  await deliverRemoval(journey, { type: 'app_uninstalled' })
  await runDue()
  await restart()
  const before = posted(journey)
  agent.finish('job_8f2', { prLink: null })
  await advance(3 * HOUR)
  await upkeep()
  await advance(HOUR)
  expect([sent(), posted(journey)]).toEqual([['add examples'], before])
  await command('job_8f2 now add a title')
  await advance(MINUTE)
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  expect(sent()).toEqual(['add examples', 'now add a title'])
  expect(journey.thread().join('\n')).toContain('finished, no pull request.\n>now add a title')
  expect(told()).toHaveLength(1)
})

it.each<[what: string, event: Removal, agoMs: number, errors?: string[]]>([
  ['began after the removal that it hears of late', { type: 'app_uninstalled' }, 10 * MINUTE, [REMOVED]],
  ['goes on when a person’s token is revoked', { type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: [] } }, 0],
  ['goes on when only a person’s token is named', { type: 'tokens_revoked', tokens: { oauth: ['U0ANA'] } }, 0]
])('ends nothing that %s', async (_, event, agoMs, errors = []) => {
  const journey = await startWatching({ errors })
  const { agent, now, advance, thread, upkeep } = journey
  await deliverRemoval(journey, event, now() - agoMs)
  await advance(MINUTE)
  agent.finish('job_8f2', { prLink: null })
  for (let times = 0; times < 2; times++) {
    await upkeep()
    await advance(5 * MINUTE)
  }
  expect(thread().join('\n')).toContain('finished, no pull request.\n>add examples')
})

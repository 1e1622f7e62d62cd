import { expect, it } from 'vitest'
import { type Journey, startWatching } from '../support/journey.ts'

const STAGING = { AGENT_PROJECT_ID: 'staging', AGENT_API_KEY: 'canary_staging-key-77' }

it('says that a thread belongs to a project it no longer serves, and sends nothing', async () => {
  const journey = await startWatching()
  const before = journey.agent.requests().length
  await journey.restart(STAGING)
  await journey.reply('shorten the intro')
  await journey.advance(10 * 60_000)
  expect(journey.told(journey.ben)).toEqual([
    'Not sent: this thread belongs to project project-1, and here I serve staging.\n>shorten the intro\n[Open the form]'
  ])
  expect(await journey.pressAndHear('tell-me')).toBe(
    'Not done: this thread belongs to project project-1, and here I serve staging.'
  )
  expect(journey.agent.requests()).toHaveLength(before)
})

it('leaves what waits and is watched to a bot of that project, and resumes it once there is one', async () => {
  const journey = await startWatching()
  await journey.agent.refuseConnections()
  await journey.reply('shorten the intro')
  await journey.runDue()
  await journey.agent.acceptConnections()
  await journey.restart(STAGING)
  expect(journey.log).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      projectId: 'project-1',
      count: 2,
      words: 'Follow-ups of another project wait for a bot that serves it; this one serves staging'
    })
  )
  await journey.advance(20 * 60_000)
  await journey.upkeep()
  await journey.runDue()
  expect(journey.posts()).toBe(1)

  await journey.restart()
  await journey.runDue()
  expect(journey.sent()).toEqual(['add examples', 'shorten the intro'])
})

it('closes the thread of a deleted card once its project is served again', async () => {
  const journey = await startWatching({ refusals: ['chat.update message_not_found'] })
  const card = journey.cardTs()
  await journey.restart(STAGING)
  await journey.slack.remove({ channel: journey.channel, messageTs: card })
  await journey.advance(60_000)
  expect(await states(journey)).toEqual(['watching'])
  await journey.restart()
  await journey.runDue()
  expect(await states(journey)).toEqual(['ended'])
})

const states = async ({ database }: Journey) =>
  (await database.query('select state from followup.followup')).map(({ state }) => state)

it('waits for no reply that only a bot of another project would read', async () => {
  const { restart, reply, advance, sent } = await startWatching()
  await restart(STAGING)
  await reply('shorten the intro')
  await restart()
  await reply('shorten the outro')
  await advance(5_000)
  expect(sent()).toEqual(['add examples', 'shorten the outro'])
})

it('refuses to start on the database of another workspace', async () => {
  const journey = await startWatching()
  await journey.database.query(`update followup.project set team_id = 'T0OTHER'`)
  await expect(journey.restart()).rejects.toThrow(
    /^This database belongs to the Slack workspace T0OTHER, but SLACK_BOT_TOKEN belongs to T0\w+\. Give each workspace its own database/
  )
  await journey.database.query(`update followup.project set team_id = (select team_id from followup.followup limit 1)`)
  await journey.restart()
})

it('leaves what somebody said to the bot of one project to that one', async () => {
  const journey = await startWatching()
  const { slack, channel, restart, sleep, upkeep, runDue, advance, sent } = journey
  const eve = slack.addPerson({ name: 'Eve' }).id
  await slack.invite(channel, eve)
  slack.fail('users.info', { error: 'internal_error', times: 'until cleared' })
  await slack.say({ user: eve, channel, text: `<@${slack.botUserId}> job_8f2 shorten the intro` })
  await advance(2_000)
  await restart(STAGING)
  slack.clearFaults()
  await sleep(15 * 60_000)
  await upkeep()
  await runDue()
  expect(journey.told(eve)).toEqual([])
  expect(journey.posts()).toBe(1)

  await restart()
  await advance(5_000)
  expect(sent()).toEqual(['add examples', 'shorten the intro'])
})

it('does not send what a bot of another project has refused, though its answer was cut off', async () => {
  const journey = await startWatching()
  const { slack, channel, restart, sent, cardTs, edit, advance } = journey
  const eve = slack.addPerson({ name: 'Eve' }).id
  await slack.invite(channel, eve)
  slack.fail('users.info', { error: 'internal_error', times: 'until cleared' })
  const { ts } = await slack.say({ user: eve, channel, threadTs: cardTs(), text: 'shorten the intro' })
  await advance(2_000)
  await restart(STAGING)
  slack.fail('chat.postEphemeral', { kind: 'reset after processing', times: 'until cleared' })
  await edit(ts, 'shorten the whole intro', { by: eve })
  expect(journey.told(eve)[0]).toMatch(/^Not sent: this thread belongs to project project-1/)
  await restart()
  slack.clearFaults()
  await advance(60_000)
  expect(sent()).toEqual(['add examples'])
})

import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const STAGING = { AGENT_PROJECT_ID: 'staging', AGENT_API_KEY: 'canary_staging-key-77' }

it('says that a thread belongs to a project it no longer serves, and sends nothing', async () => {
  const { agent, ben, restart, reply, advance, told, pressAndHear } = await startWatching()
  const before = agent.requests().length
  await restart(STAGING)
  await reply('shorten the intro')
  await advance(10 * 60_000)
  const why = 'this thread belongs to project project-1, and here I serve staging.'
  expect(told(ben)).toEqual([`Not sent: ${why}\n>shorten the intro\n[Open the form]`])
  expect(await pressAndHear('tell-me')).toBe(`Not done: ${why}`)
  expect(agent.requests()).toHaveLength(before)
})

it('leaves what waits and is watched to a bot of that project, and resumes it once there is one', async () => {
  const { agent, reply, runDue, restart, log, advance, upkeep, posts, sent } = await startWatching()
  await agent.refuseConnections()
  await reply('shorten the intro')
  await runDue()
  await agent.acceptConnections()
  await restart(STAGING)
  expect(log).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      projectId: 'project-1',
      count: 2,
      words: 'Follow-ups of another project wait for a bot that serves it; this one serves staging'
    })
  )
  await advance(20 * 60_000)
  await upkeep()
  await runDue()
  expect(posts()).toBe(1)
  await restart()
  await runDue()
  expect(sent()).toEqual(['add examples', 'shorten the intro'])
})

it('closes the thread of a deleted card once its project is served again', async () => {
  const refusals = ['chat.update message_not_found']
  const { slack, database, channel, cardTs, restart, runDue, advance } = await startWatching({ refusals })
  const states = () => database.query('select state from followup.followup')
  const messageTs = cardTs()
  await restart(STAGING)
  await slack.remove({ channel, messageTs })
  await advance(60_000)
  expect(await states()).toEqual([{ state: 'watching' }])
  await restart()
  await runDue()
  expect(await states()).toEqual([{ state: 'ended' }])
})

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
  const { database, restart } = await startWatching()
  await database.query(`update followup.project set team_id = 'T0OTHER'`)
  await expect(restart()).rejects.toThrow(
    /^This database belongs to the Slack workspace T0OTHER, but SLACK_BOT_TOKEN belongs to T0\w+\. Give each workspace its own database/
  )
  await database.query(`update followup.project set team_id = (select team_id from followup.followup limit 1)`)
  await restart()
})

/** Eve wrote something while Slack did not say who she is, and then the bot begins to serve another project. */
async function startUnread(words: string, to?: 'the card') {
  const journey = await startWatching()
  const { slack, channel, cardTs, restart, advance } = journey
  const eve = slack.addPerson({ name: 'Eve' }).id
  await slack.invite(channel, eve)
  slack.fail('users.info', { error: 'internal_error', times: 'until cleared' })
  const { ts } = await slack.say({ user: eve, channel, text: words, ...(to && { threadTs: cardTs() }) })
  await advance(2_000)
  await restart(STAGING)
  return { ...journey, eve, ts }
}

it('leaves what somebody said to the bot of one project to that one', async () => {
  const { slack, eve, restart, sleep, upkeep, runDue, advance, told, posts, sent } = await startUnread(
    '<@U0AGENTBOT> job_8f2 shorten the intro'
  )
  slack.clearFaults()
  await sleep(15 * 60_000)
  await upkeep()
  await runDue()
  expect([told(eve), posts()]).toEqual([[], 1])
  await restart()
  await advance(5_000)
  expect(sent()).toEqual(['add examples', 'shorten the intro'])
})

it('does not send what a bot of another project has refused, though its answer was cut off', async () => {
  const { slack, eve, ts, restart, told, sent, edit, advance } = await startUnread('shorten the intro', 'the card')
  slack.fail('chat.postEphemeral', { kind: 'reset after processing', times: 'until cleared' })
  await edit(ts, 'shorten the whole intro', { by: eve })
  expect(told(eve)[0]).toMatch(/^Not sent: this thread belongs to project project-1/)
  await restart()
  slack.clearFaults()
  await advance(60_000)
  expect(sent()).toEqual(['add examples'])
})

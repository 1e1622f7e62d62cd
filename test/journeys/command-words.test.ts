import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startJourney } from '../support/journey.ts'

const HELP = `*Steer an agent job from here.*
\`/agent-followup <jobId> <what it should do>\` sends a follow-up and posts a card that shows how it ends.
\`/agent-followup\` alone opens a form for it, and so does *Send to an agent job* in the menu of a message.
\`/agent-followup status <jobId>\` shows where a job stands, and what it was told.
\`/agent-followup watch <jobId>\` sends you a direct message when a job ends.
\`/agent-followup list\` shows the jobs of this channel, and yours elsewhere.
\`/agent-followup settings\` opens the settings of this channel, and yours.
Mentioning me at the start of a message, or writing to me directly, works like the command.
*To send it later*
Begin what the job should do with \`when idle:\`, or with a time like \`at 18:00:\`, \`tomorrow at 9:\` or \`in 2 hours:\`, after the job’s id: \`<jobId> at 18:00: run the tests\`.
*In the thread of a card*
Replies go to the agent. Start one with \`//\`, or by mentioning somebody else, to keep it between people. \`only mentions\` sends only replies that begin by mentioning me; \`every reply\` undoes that.
\`status\`, \`list\`, \`watch\`, \`mute\`, \`unmute\` and \`help\`, alone, are for me (also as \`!status\`).
*Marks on a reply:* 👀 seen · 📨 the agent has it · ⏸ held · ⏲️ can still be undone · ⏰ waiting · ✅ finished · ❌ failed or not sent · ⚠️ needs a decision · 🔕 no longer watched`

const NOTHING =
  'Not sent. Tell me the job and what it should do, like `/agent-followup job_8f2 Also add error handling examples`.'

it('answers an incomplete command privately, and says what is missing', async () => {
  const { slack, agent, channel, command } = await startJourney()
  agent.addJob({ id: 'job_8f2' })

  expect(await command('help')).toBe(HELP)
  expect(await command('  HELP ')).toBe(HELP)
  slack.fail('views.open', { error: 'internal_error', times: 2 })
  expect(await command('')).toBe(`${NOTHING}\n${HELP}`)
  expect(await command('status')).toBe('Which job? Name it by its id, like `/agent-followup status job_8f2`.')
  expect(await command('job_8f2')).toBe('Not sent: what should *job_8f2* do?\n[Open the form]')
  expect(await command('job/8 add <b> & there')).toBe(
    'Not sent: “job/8” can’t be a job’s id. An id comes first and has only letters, digits, `_` `-` `.` `:`.\n>add <b> & there\n[Open the form]'
  )
  expect(await command('status job/8')).toBe(
    '“job/8” can’t be a job’s id. An id comes first and has only letters, digits, `_` `-` `.` `:`.'
  )
  expect(slack.messages(channel)).toEqual([])
  expect(agent.requests()).toEqual([])
})

const TRY_AGAIN = 'Try again in a minute.'
const SEEN = 'This is as of 2026-11-20 14:00.'

// With nothing known about the job, and with what was seen before.
const UNREAD: Record<string, [Fault, string]> = {
  'does not answer': [{ status: 503, times: 3 }, `I can’t reach the agent right now. ${TRY_AGAIN}`],
  'asks to wait': [{ status: 429, retryAfter: '1' }, `The agent is busy. ${TRY_AGAIN}`],
  'refuses the key': [{ status: 401 }, 'The agent isn’t letting me in. Ask whoever runs this bot.'],
  'does not let the key read it': [{ status: 403 }, 'I’m not allowed to see that job. Ask whoever runs this bot.'],
  'does not know the job any more': [{ status: 404 }, 'There’s no such job here. Check the id.'],
  'says something odd': [{ status: 418 }, 'I can’t read that job. Ask whoever runs this bot.']
}

it.each(Object.entries(UNREAD))(
  'says privately where a job stands when the agent service %s',
  async (_, [fault, words]) => {
    const { agent, command, advance, runDue, posts } = await startJourney()
    agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
    agent.fail('read', fault)
    expect(await command('status job_8f2')).toBe(`*job_8f2*: *not known*\n${words}`)
    agent.clearFaults()
    await advance(2_000)
    await command('job_8f2 add examples')
    await runDue()
    agent.fail('read', fault)
    const shown = await command('status job_8f2')
    expect(shown).toContain(`*job_8f2*: *working* · example/shop on \`main\`\n${words} ${SEEN}\n`)
    expect(shown).toContain('| @Ana | “add examples” | ⏳ working |')
    expect(posts()).toBe(1)
  }
)

it('says privately where a job stands, and what became of its follow-ups', async () => {
  const { slack, agent, channel, ben, command, reply, runDue, advance } = await startJourney({
    errors: ['The agent service refuses requests from this bot']
  })
  expect(await command('status job_nope')).toBe('*job_nope*: *not known*\nThere’s no such job here. Check the id.')
  agent.addJob({ id: 'job_8f2', prLink: 'https://github.com/acme/docs/pull/12', omit: ['source'] })
  expect(await command('status “job_8f2”')).toBe(
    '*job_8f2*: *finished*\npull request on github.com (https://github.com/acme/docs/pull/12)\nAs of 14:00.'
  )
  agent.addJob({ id: 'job_mute', omit: ['status', 'source', 'prLink'] })
  expect(await command('status job_mute')).toBe('*job_mute*: *no status*\nAs of 14:00.')
  expect(slack.messages(channel)).toEqual([])

  await command('job_8f2 add examples')
  await runDue()
  for (const text of ['one', 'two', 'three', 'four', 'five']) await reply(text)
  agent.fail('send', { status: 403 })
  await advance(3_000)
  agent.setJob('job_8f2', { status: 'paused' })
  await advance(10_000)
  const [head, freshness, , ...rows] = (await command('status job_8f2', { by: ben })).split('\n')
  expect([head, freshness]).toEqual(['*job_8f2*: *paused*', 'As of 14:00.'])
  expect(rows.map(row => row.split(' | ').slice(2, 4).join(' '))).toEqual([
    '“five” ⏳ paused',
    '“four” ⏳ paused',
    '“three” ⏳ paused',
    '“two” ⏳ paused',
    '“one” ❌ not delivered · 2026-11-20 14:00',
    '“add examples” ⏳ paused'
  ])
})

it('says so when the status cannot be read', async () => {
  const { database, agent, command } = await startJourney({ errors: ['A question could not be answered'] })
  agent.addJob({ id: 'job_8f2' })
  await database.query('alter table followup.job rename to gone')
  expect(await command('status job_8f2')).toBe('I can’t say where *job_8f2* stands right now. Try again in a minute.')
  await database.query('alter table followup.gone rename to job')
})

it('says that nothing was accepted when it cannot be stored, and returns the words', async () => {
  const { database, agent, command, runDue, posts } = await startJourney({
    errors: ['A follow-up could not be stored']
  })
  agent.addJob({ id: 'job_8f2' })
  await database.query('alter table followup.followup rename to gone')
  expect(await command('job_8f2 add <b> examples')).toBe(
    'Not sent: I can’t take instructions right now. Try again in a minute. Your words:\n>add <b> examples'
  )
  await database.query('alter table followup.gone rename to followup')
  await runDue()
  expect(posts()).toBe(0)
})

import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { dumpTables, findLeaks } from '../support/find-leaks.ts'
import { GITHUB_TOKEN, startWithGithub } from '../support/github.ts'
import { startJourney, startWithJob } from '../support/journey.ts'
import { AGENT_KEY } from '../support/office.ts'

// Every journey ends with a search for secrets and prompts in everything it left behind. Here are the paths on which
// something echoes them, and the proof that the search finds what is there.

const ECHO = `Bearer ${AGENT_KEY}`

const ECHOES: Record<string, Fault> = {
  'a 400': { status: 400, body: JSON.stringify({ error: `Bad header: ${ECHO}` }) },
  'a 400 with the key written in another way': { status: 400, body: `{"error":"${ECHO.replace('c', '\\u0063')}"}` },
  'a 401': { status: 401, body: JSON.stringify({ error: `${ECHO} is not known` }) },
  'a 409': { status: 409, body: JSON.stringify({ error: ECHO }) },
  'a 500 page': { status: 500, body: `<pre>authorization: ${ECHO}</pre>` },
  'a 200 that is no JSON': { status: 200, body: `authorization: ${ECHO}` },
  'a 200 that breaks off': { status: 200, body: `{"status": "${ECHO}` },
  'a redirect': { kind: 'redirect', location: `/elsewhere?key=${encodeURIComponent(ECHO)}` },
  'a Retry-After': { status: 429, retryAfter: ECHO },
  'the fields of the job': {
    status: 200,
    body: JSON.stringify({
      status: ECHO,
      model: ECHO,
      prLink: `https://example.com/${ECHO.split(' ')[1]}/pull/1`,
      source: { repository: ECHO, ref: ECHO },
      createdAt: ECHO,
      archivedAt: ECHO
    })
  }
}

const PULL = { state: 'open', merged: false, head: { sha: 'a'.repeat(40) }, requested_reviewers: [] }

const FOR_THE_OPERATOR = ['a 401', 'a redirect']

it.each(Object.entries(ECHOES))('reveals its key to nobody when the service echoes it in %s', async (name, fault) => {
  const errors = FOR_THE_OPERATOR.includes(name) ? ['The agent service refuses requests from this bot'] : []
  const { agent, command, runDue, advance, card, tell } = await startWithJob({ errors })
  agent.fail('send', fault)
  await command('job_8f2 add examples to the quickstart')
  await runDue()
  agent.fail('read', { ...fault, times: 4 })
  await advance(30_000)
  await command('status job_8f2')
  await tell('status')
  agent.clearFaults()
  expect(card()).toMatch(/^(?:❌|⚠️|⏳) \*job_8f2\* · /)
})

it('shows no token of its own that the service or a pull request’s title repeats', async () => {
  const { slack, agent, github, command, advance, openHome, home, card } = await startWithGithub()
  const tokens = [slack.botToken, slack.appToken, GITHUB_TOKEN, AGENT_KEY].join(' ')
  agent.fail('send', { status: 400, body: JSON.stringify({ error: tokens }) })
  await command('job_8f2 add a table to the quickstart')
  await advance(3_000)
  agent.setJob('job_8f2', { ref: tokens })
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  github.fail({ status: 200, body: JSON.stringify({ ...PULL, title: tokens }), times: 3 })
  await advance(2 * 60_000)
  await openHome()
  expect([card(), home()].join()).toContain('[key] [key] [key] [key]')
})

it('cannot be made to reveal its token by a GitHub that echoes it', async () => {
  const { github, finish, advance, thread } = await startWithGithub()
  await finish()
  const told = thread()
  const echo = `Bearer ${GITHUB_TOKEN}`
  const headers = { etag: echo, 'retry-after': echo, location: `http://localhost:1/?key=${encodeURIComponent(echo)}` }
  const pull = { ...PULL, head: { ...PULL.head, ref: echo }, requested_reviewers: [echo], title: echo }
  for (const status of [301, 401, 403, 404, 429, 500]) {
    github.fail({ status, headers, body: JSON.stringify({ message: echo }) })
    await advance(20 * 60_000)
  }
  expect(thread()).toEqual(told)
  github.fail({ status: 200, headers, body: JSON.stringify(pull), times: 3 })
  const isSeen = () => thread().some(line => line.includes('*Review requested*'))
  for (let minute = 0; minute < 60 && !isSeen(); minute += 1) await advance(60_000)
  expect(isSeen()).toBe(true)
})

it('keeps its tokens secret when Slack refuses everything', async () => {
  const { slack, told, ana, type } = await startWithJob({
    errors: ['Slack refuses a message; it will not be posted', 'Slack rejects SLACK_BOT_TOKEN']
  })
  slack.fail('chat.postMessage', { error: 'invalid_auth' })
  await type('job_8f2 add examples to the quickstart')
  expect(told(ana)[0]).toContain('Slack won’t let me post in #docs')
})

it('finds a secret or a prompt wherever it leaks', async () => {
  const journey = await startJourney()
  const { slack, agent, database, channel, ana, ben, command, reply, advance, log, job } = journey
  job('job_8f2')
  const prompt = 'the word is swordfish'
  await command(`job_8f2 ${prompt}`)
  await advance(1_000)
  await reply('status')
  await advance(1_000)
  await slack.say({ user: ben, channel, text: 'the word is out' })
  const noisy = [...log, { level: 'info', words: 'Sending', prompt }]
  const leaks = await findLeaks({ slack, agent, database, log: noisy, secrets: ['swordfish', ana, 'the word is'] }, {})
  expect(leaks.map(leak => leak.replace(/ (the secret|a prompt).*/, ''))).toEqual([
    'the log holds',
    'the log holds',
    'a message holds',
    'a message holds',
    'a message holds',
    'a private message holds',
    'a private message holds',
    'a private message holds',
    'a call to Slack holds',
    'a call to Slack holds',
    'a call to Slack holds',
    'a body sent to the agent service holds',
    'a body sent to the agent service holds',
    'the database holds',
    'the database holds',
    'the database holds',
    'the log holds'
  ])
  const rows = await dumpTables(database)
  expect(rows.some(row => row.includes(prompt))).toBe(true)
  expect(rows.some(row => row.includes('check-job'))).toBe(true)
})

import { expect, it } from 'vitest'
import { z } from 'zod'
import { startJourney } from '../support/journey.ts'
import { startWithNamedJobs } from '../support/named-jobs.ts'

const PULL_REQUEST = 'https://github.com/acme/docs/pull/12'
const CANNOT_STOP =
  'I can’t stop an agent, and nothing was sent. On the job’s card, *Cancel* takes back what hasn’t gone out yet. To ask the agent to stop, send it a sentence: `/agent-followup job_8f2 Stop here and leave the rest as it is`.'

it.each([
  'stop job_8f2',
  'cancel “job_8f2”',
  'stop watching job_8f2',
  'stop',
  'CANCEL',
  'job_8f2 stop',
  'job_8f2 Cancel!'
])('says what can be done when somebody types “%s”, and sends nothing', async typed => {
  const { command, advance, later, cards } = await startWithNamedJobs()
  const before = cards()
  expect(await command(typed)).toBe(CANNOT_STOP)
  await advance(2_000)
  expect(later()).toHaveLength(2)
  expect(cards()).toBe(before)
})

it('answers a word for the bot that was typed after the id, and says how to send it', async () => {
  const { command, advance, posts } = await startWithNamedJobs()
  const before = posts()
  expect(await command('job_8f2 status')).toMatch(
    /^\*job_8f2\*: \*working\*[\s\S]*\n— “status” was not sent to \*job_8f2\*\. If it was meant for the agent, write a sentence, like `\/agent-followup job_8f2 /
  )
  expect(await command('job_8f2 help')).toMatch(/^\*Steer an agent job[\s\S]*— “help” was not sent to \*job_8f2\*\./)
  expect(await command('job_8f2 jobs')).toMatch(/— “list” was not sent to \*job_8f2\*\./)
  expect(await command('job_8f2 budget')).toMatch(/— “budget” was not sent to \*job_8f2\*\./)
  expect(await command('mute')).toBe('`mute` only works in a thread: reply with it under the job’s card.')
  await advance(2_000)
  expect(posts()).toBe(before)
})

it('answers what was asked, however it was put', async () => {
  const { command } = await startWithNamedJobs()
  for (const typed of ['status of job_8f2', 'Status for the job job_8f2, please', '/agent-followup status job_8f2'])
    expect(await command(typed)).toMatch(/^\*job_8f2\*: \*working\*/)
  for (const typed of ['list my jobs', '`List` all jobs here', 'list mine', 'jobs', 'my jobs', 'lists'])
    expect(await command(typed)).toContain('The jobs of this channel')
  for (const typed of ['mute job_8f2', 'unmute this thread', 'job_8f2 mute'])
    expect(await command(typed)).toContain('only works in a thread')
})

it('answers about one job at a time, and offers nobody to send the question', async () => {
  const { command } = await startWithNamedJobs()
  expect(await command('watch job_8f2 and job_c90')).toBe(
    'Not done: ask me about one job at a time, like `/agent-followup watch job_8f2`.'
  )
})

it('sends a reply that only begins with a word for the bot', async () => {
  const { reply, cardTs, advance, agent } = await startWithNamedJobs()
  const said = ['help me fix the tests', 'status of job_8f2 belongs in the title', 'list my jobs', 'mute it']
  for (const text of said) await reply(text, { to: cardTs() })
  await advance(8_000)
  const sent = agent.sends().map(({ prompt }) => prompt)
  expect(sent.slice(-said.length)).toEqual(said)
})

const ONE_JOB =
  'Nothing was sent: a follow-up goes to one job at a time. Send it once for each job, with only that job’s id. Your words:'

it('gives back an instruction that begins by naming two jobs, however it was written, and sends it to neither', async () => {
  const { slack, channel, ana, ben, command, reply, cardTs, told, runDue, advance, posts } = await startWithNamedJobs()
  const before = posts()
  const own = slack.directChannel(ana).id
  expect(await command('job_8f2 and job_9 fix the tests')).toBe(`${ONE_JOB}\n>job_8f2 and job_9 fix the tests`)
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> when idle: job_8f2, job_9 fix the tests` })
  const { ts } = await slack.say({ user: ana, channel: own, text: 'job_8f2 job_9 fix the tests' })
  await slack.say({ user: ana, channel: own, text: 'job_9 job_8f2 fix the tests', threadTs: ts })
  await runDue()
  expect(told(ben).at(-1)).toBe(`${ONE_JOB}\n>when idle: job_8f2, job_9 fix the tests`)
  expect(slack.ephemerals(own, ana).map(({ text }) => text)).toEqual([
    `${ONE_JOB}\n>job_8f2 job_9 fix the tests`,
    `${ONE_JOB}\n>job_9 job_8f2 fix the tests`
  ])
  for (const text of ['job_8f2 job_9 fix the tests', 'job_9 job_8f2 fix the tests']) {
    await reply(text, { to: cardTs() })
    await advance(2_000)
    expect(told(ben).at(-1)).toBe(`${ONE_JOB}\n>${text}`)
  }
  await advance(2_000)
  expect(posts()).toBe(before)
})

it.each([
  ['statsu job_8f2', 'status job_8f2'],
  ['Stats of job_8f2, please', 'status job_8f2'],
  ['wach job_404', 'watch job_404'],
  ['lgo job_9', 'log job_9']
])('asks whether “%s” was meant for “%s”, and sends nothing', async (typed, meant) => {
  const { slack, channel, ben, command, told, runDue, advance, posts } = await startWithNamedJobs()
  const before = posts()
  const answer = `Nothing was sent: did you mean \`/agent-followup ${meant}\`? Your words:\n>${typed}`
  expect(await command(typed)).toBe(answer)
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> ${typed}` })
  await runDue()
  expect(told(ben).at(-1)).toBe(answer)
  await advance(2_000)
  expect(posts()).toBe(before)
})

it('still asks which job where what looks mistyped says more than a job', async () => {
  const { command } = await startWithNamedJobs()
  for (const typed of ['statsu job', 'match job_8f2 and its title', 'Check job_8f2'])
    expect(await command(typed)).toMatch(/^Nothing was sent yet: which job\?/)
})

it('asks the same where no job is known yet', async () => {
  const { command } = await startJourney()
  expect(await command('statsu job_8f2')).toContain('did you mean `/agent-followup status job_8f2`?')
})

const WHICH = [
  'Nothing was sent yet: which job?',
  '>Add error handling & <b> tests',
  '⏳ *job_9* · working · “fix `the` title” [Send to job_9]',
  '⏳ *job_8f2* · working · “add examples” [Send to job_8f2]'
]

it('asks which job when the id is missing, and sends the words to the one that is chosen, once', async () => {
  const { slack, channel, ana, agent, command, pressAndHear, advance, posts, cards, log } = await startWithNamedJobs()
  const before = [posts(), cards()]
  expect(await command('Add error handling & <b> tests', { escape: true })).toBe(
    [...WHICH, '— If “Add” is a job’s id, write it in quotes.'].join('\n')
  )
  await advance(2_000)
  expect([posts(), cards()]).toEqual(before)
  const [, , , choice] = slack.ephemerals(channel, ana).at(-1)?.blocks ?? []
  const { value } = z.object({ accessory: z.object({ value: z.string() }) }).parse(choice).accessory
  const on = slack.ephemerals(channel, ana).at(-1)?.ts ?? ''
  expect(await pressAndHear('choose-job', { on, value })).toBe('Got it: on its way to *job_8f2*.')
  await advance(2_000)
  expect(
    agent
      .sends()
      .slice(before[0])
      .map(({ prompt }) => prompt)
  ).toEqual(['Add error handling & <b> tests'])
  expect(log.filter(({ level }) => level === 'error')).toEqual([])
})

it('offers first the job that the words name', async () => {
  const { command } = await startWithNamedJobs()
  expect(await command('what is job_8f2 doing?')).toBe(
    [WHICH[0], '>what is job_8f2 doing?', WHICH[3], WHICH[2]].join('\n')
  )
})

it('asks somebody who mentions the bot the same, and marks their message once the job is chosen', async () => {
  const { slack, channel, ben, told, pressAndHear, runDue, advance } = await startWithNamedJobs()
  const { ts } = await slack.say({
    user: ben,
    channel,
    text: `<@${slack.botUserId}> Add error handling & <b> tests`
  })
  await runDue()
  expect(told(ben).at(-1)).toContain(WHICH.join('\n'))
  const { ts: on, blocks = [] } = slack.ephemerals(channel, ben).at(-1) ?? { ts: '' }
  const { value } = z.object({ accessory: z.object({ value: z.string() }) }).parse(blocks[3]).accessory
  await pressAndHear('choose-job', { on, value, by: ben })
  await advance(2_000)
  expect(slack.reactions(channel, ts).map(({ name }) => name)).toEqual(['incoming_envelope'])
})

it('takes the first word for an id where no job is known yet, and says privately that there is none', async () => {
  const { command, advance, told, posts } = await startJourney()
  await command('Add error handling')
  await advance(2_000)
  expect(told()).toEqual([
    'Nothing was sent: there’s no job *Add* here. Check the id, then send it again. Your words:\n>Add error handling'
  ])
  expect(posts()).toBe(0)
})

it('understands a pasted link to a pull request or a job that is known in the channel', async () => {
  const { agent, command, advance, plans } = await startWithNamedJobs()
  // While a job works, the agent service may name no link.
  agent.finish('job_8f2', { prLink: PULL_REQUEST })
  await advance(30_000)
  const sent = async (typed: string) => {
    expect(await command(typed)).toBe('')
    await advance(3_000)
    return agent.sends().at(-1)?.prompt
  }
  expect(await sent(`<${PULL_REQUEST}> add one`)).toBe('add one')
  expect(await sent(`<${PULL_REQUEST}/files?w=1|#12: Add examples> add two`)).toBe('add two')
  expect(await sent(`${PULL_REQUEST} add three`)).toBe('add three')
  expect(await sent('<https://agents.example/runs/job_8f2?tab=log> add four')).toBe('add four')
  expect(await command(`status <${PULL_REQUEST}>`)).toMatch(/^\*job_8f2\*: \*working\*/)
  expect(await command(`<${PULL_REQUEST}>`)).toMatch(/^Nothing was sent: what should \*job_8f2\* do\?/)

  const unknown = 'https://github.com/acme/docs/pull/13'
  expect(await command(`<${unknown}> add five`)).toMatch(
    /^Nothing was sent yet: which job\? No job in this channel matches https:[^ ]+pull\/13\.\n>add five\n/
  )
  expect(await command('status <https://agents.example/runs/job_secret>')).toContain('[Status of job_8f2]')
  expect(await command(`<${PULL_REQUEST}> add six`, { channel: plans })).toContain('[Send to job_secret]')
})

import { expect, it } from 'vitest'
import { startWithNamedJobs } from '../support/named-jobs.ts'

const PULL_REQUEST = 'https://github.com/acme/docs/pull/12'
const CANNOT_STOP = 'Not sent: I can’t stop an agent. What hasn’t gone out yet has a *Cancel* button.'

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

it('answers a word for the bot that was typed after the id, and sends nothing', async () => {
  const { command, advance, posts } = await startWithNamedJobs()
  const before = posts()
  expect(await command('job_8f2 status')).toMatch(/^\*job_8f2\*: \*working\*/)
  expect(await command('job_8f2 help')).toMatch(/^\*Steer an agent job/)
  expect(await command('job_8f2 jobs')).toContain('The jobs of this channel')
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
  expect(await command(`<${PULL_REQUEST}>`)).toMatch(/^Not sent: what should \*job_8f2\* do\?/)

  const unknown = 'https://github.com/acme/docs/pull/13'
  expect(await command(`<${unknown}> add five`)).toMatch(
    /^Not sent: which job is it for\? No job in this channel matches https:[^ ]+pull\/13\.\n>add five\n/
  )
  expect(await command('status <https://agents.example/runs/job_secret>')).toMatch(/^Which job\?/)
  expect(await command(`<${PULL_REQUEST}> add six`, { channel: plans })).toMatch(/^Not sent: which job is it for\?/)
})

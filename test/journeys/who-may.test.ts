import { describe, expect, it } from 'vitest'
import { type Journey, type JourneyOptions, startJourney, startWatching } from '../support/journey.ts'

async function startWithGus(options: JourneyOptions = {}): Promise<Journey & { gus: string }> {
  const journey = await startWatching(options)
  const gus = journey.slack.addPerson({ id: 'U0GUS', name: 'Gus' }).id
  await journey.slack.invite(journey.channel, gus)
  return { ...journey, gus }
}

const WHO = 'Slack couldn’t tell me who you are. Try again in a minute.'

it.each([
  ['asks to wait', { retryAfterS: 30 }],
  ['has an error of its own', { error: 'internal_error' }]
])('accepts nothing while Slack cannot say who somebody is: it %s', async (_, fault) => {
  const { slack, command, runDue, posts, told } = await startJourney()
  slack.fail('users.info', fault)
  expect(await command('job_8f2 add <b> examples')).toBe(`Not sent: ${WHO}\n>add <b> examples`)
  slack.fail('users.info', { error: 'internal_error' })
  expect(await command('status job_8f2')).toBe(`Not done: ${WHO}`)
  await runDue()
  expect([told().length, posts()]).toEqual([2, 0])
})

it('gives a reply back when Slack will not say who wrote it', async () => {
  const { slack, gus, later, reply, runDue, told } = await startWithGus({ errors: ['A task failed for good'] })
  slack.fail('users.info', { error: 'missing_scope' })
  await reply('shorten it', { by: gus })
  await runDue()
  expect(told(gus)).toEqual(['Not sent: something went wrong on my side.\n>shorten it\n[Open the form]'])
  expect(later()).toEqual([])
})

it('ignores a press while Slack cannot say whose it is, and says so', async () => {
  const { slack, gus, pressAndHear } = await startWithGus()
  slack.fail('users.info', { error: 'internal_error' })
  expect(await pressAndHear('tell-me', { by: gus })).toBe(`Not done: ${WHO}`)
})

type Change = (journey: Journey, gus: string, secret: string) => unknown

const NO_LONGER = Object.entries<Change>({
  'was deactivated': ({ slack }, id) => slack.addPerson({ id, name: 'Gus', deleted: true }),
  'became a guest': ({ slack }, id) => slack.addPerson({ id, name: 'Gus', kind: 'guest' }),
  'was removed from the private channel': ({ slack }, id, secret) => slack.removeFrom(secret, id),
  'was taken off the list': ({ restart }) => restart({ ALLOWED_USERS: 'U0ANA,U0BEN' })
})

/** Gus has one follow-up held, one that waits for a time, and one for an idle job, in a private channel; Ben waits behind him. */
async function startWithPlans({ hourlyLimit = 1 } = {}) {
  const journey = await startWithGus({ hourlyLimit })
  const { slack, gus, ben, job, command, advance } = journey
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [gus, ben] }).id
  for (const id of ['job_held', 'job_later', 'job_idle']) job(id, { status: 'active' })
  for (const words of ['job_held one', 'job_later in 5 min: two', 'job_idle when idle: three'])
    await command(words, { by: gus, channel: secret })
  await advance(5_000)
  await command('job_held go on', { by: ben, channel: secret })
  await advance(5_000)
  return { ...journey, secret }
}

describe('whoever wrote what waits and then', () => {
  it.each(NO_LONGER)('%s has nothing sent again either', async (_, change) => {
    const journey = await startWithPlans({ hourlyLimit: 9 })
    const { slack, agent, gus, ben, secret, later, command, press, sleep, advance, direct } = journey
    agent.addJob({ id: 'job_doubt' })
    agent.fail('send', { status: 500 })
    await command('job_doubt four', { by: gus, channel: secret })
    await advance(5_000)
    await sleep(100_000)
    await change(journey, gus, secret)
    const card = slack.messages(secret).find(({ text }) => text.includes('job_doubt'))?.ts ?? ''
    await press('send-again', { on: card, by: ben, channel: secret })
    await advance(5_000)
    expect(later()).not.toContain('four')
    expect(direct(gus).join()).toContain('Not sent again to *job_doubt*')
  })

  it.each(NO_LONGER)('%s has nothing sent, and hears why alone', async (_, change) => {
    const journey = await startWithPlans()
    const { slack, agent, gus, secret, later, sleep, advance, direct } = journey
    await change(journey, gus, secret)
    agent.setJob('job_idle', { status: 'completed' })
    await advance(360_000)
    expect(direct(gus).join()).toContain('job_later')
    await sleep(3_600_000)
    await advance(60_000)
    expect(later()).toEqual(['go on'])
    const why = 'its author may no longer use this bot here. Somebody else can send it.'
    const told = ['held', 'idle', 'later'].map(id => expect.stringContaining(`Not sent to *job_${id}*: ${why}`))
    expect(direct(gus).toSorted()).toEqual(told)
    expect(slack.messages(secret).filter(({ text }) => text.includes('not delivered:'))).toEqual([])
  })

  it.each([
    ['where they are', 'conversations.members'],
    ['who they are', 'users.info']
  ])('is asked about while Slack does not say %s, has it sent once Slack does', async (_, method) => {
    const { slack, later, sleep, advance } = await startWithPlans()
    slack.fail(method, { error: 'internal_error', times: 'until cleared' })
    await sleep(3_600_000)
    await advance(60_000)
    expect(later()).toEqual([])
    slack.clearFaults()
    await advance(600_000)
    expect(later()).toEqual(['one'])
  })
})

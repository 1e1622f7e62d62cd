import { describe, expect, it } from 'vitest'
import type { PersonKind } from '../../sandbox/slack/slack-types.ts'
import { type JourneyOptions, startJourney } from '../support/journey.ts'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'

const WHY = {
  channel: 'I’m not switched on in this channel. Use another one, or ask whoever runs this bot to add it.',
  user: 'you’re not on the list of people who may use this bot. Ask whoever runs it to add you.',
  guest: 'guests can’t steer agent jobs. Ask a full member of this workspace.',
  outsider: 'only members of this workspace can steer agent jobs. Ask one of them.'
}

async function startWithGus(
  options: JourneyOptions & { gus?: PersonKind } = {}
): Promise<WatchedJob & { gus: string }> {
  const journey = await startWatching(options)
  const { slack, channel } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind: options.gus ?? 'member' }).id
  await slack.invite(channel, gus)
  return { ...journey, gus }
}

type Refusal = { options: JourneyOptions & { gus?: PersonKind }; why: keyof typeof WHY }

const REFUSED: Record<string, Refusal> = {
  'somebody who is not on the list': { options: { env: { ALLOWED_USERS: 'U0ANA, U0BEN' } }, why: 'user' },
  'a guest': { options: { gus: 'guest' }, why: 'guest' },
  'somebody from another organisation': { options: { gus: 'outsider' }, why: 'outsider' }
}

describe.each(Object.entries(REFUSED))('%s', (_, { options, why }) => {
  it('is refused privately, at no cost, and gets the words back', async () => {
    const { gus, slack, channel, command, reply, press, advance, told, thread, card, posts, looks, runDue } =
      await startWithGus(options)
    await advance(1_000)
    const cost = [posts(), looks()]
    const answers: string[] = []
    // Slack does not even offer the commands of one workspace to people of another.
    if (why !== 'outsider') {
      await command('job_8f2 drop <everything>', { by: gus })
      await command('status job_8f2', { by: gus })
      await command('watch job_8f2', { by: gus })
      const notDone = `Not done: ${WHY[why]}`
      answers.push(`Nothing was sent: ${WHY[why]} Your words:\n>drop <everything>`, notDone, notDone)
    }
    await reply('drop the tests', { by: gus })
    await reply('stop watching', { by: gus })
    await reply('// among us', { by: gus })
    await runDue()
    answers.push(`Nothing was sent: ${WHY[why]} Your words:\n>drop the tests`, `Not done: ${WHY[why]}`)
    for (const actionId of ['check-now', 'stop-watching', 'tell-me']) {
      await press(actionId, { by: gus })
      answers.push(`Not done: ${WHY[why]}`)
      await slack.waitFor(() => told(gus).length === answers.length, 'a private answer')
    }
    await runDue()
    expect(told(gus)).toEqual(answers)
    expect([posts(), looks()]).toEqual(cost)
    expect(card()).toContain('*job_8f2* · working')
    expect(thread().every(line => line.startsWith('U0GUS') && !/[👀📨❌]/u.test(line))).toBe(true)
    expect(slack.messages(channel).filter(({ user }) => user === slack.botUserId)).toHaveLength(1)
  })
})

it('admits a guest who is on the list', async () => {
  const { gus, agent, reply, advance } = await startWithGus({
    env: { ALLOWED_USERS: 'U0ANA,U0GUS' },
    gus: 'guest'
  })
  await reply('shorten it', { by: gus })
  await advance(2_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
})

it('works only in the chosen channels', async () => {
  const journey = await startJourney({ env: { ALLOWED_CHANNELS: 'C0DOCS' } })
  const { slack, agent, ana, command, runDue, posts, looks } = journey
  agent.addJob({ id: 'job_8f2' })
  const random = slack.addChannel({ id: 'C0RANDOM', name: 'random', members: [ana] }).id
  expect(await command('job_8f2 add examples', { channel: random })).toBe(
    `Nothing was sent: ${WHY.channel} Your words:\n>add examples`
  )
  expect(await command('status job_8f2', { channel: random })).toBe(`Not done: ${WHY.channel}`)
  await runDue()
  expect(slack.messages(random)).toEqual([])
  expect([posts(), looks()]).toEqual([0, 0])
  expect(await command('job_8f2 add examples')).toBe('')
})

it.each(['ratelimited', 'internal_error'])(
  'accepts nothing while Slack cannot say who somebody is (%s)',
  async error => {
    const { slack, command, runDue, posts, told, ana } = await startJourney()
    slack.fail('users.info', error === 'ratelimited' ? { retryAfterS: 30 } : { error, times: 1 })
    expect(await command('job_8f2 add <b> examples')).toBe(
      'Nothing was sent: Slack couldn’t tell me who you are. Try again in a minute. Your words:\n>add <b> examples'
    )
    slack.fail('users.info', { error: 'internal_error' })
    expect(await command('status job_8f2')).toBe('Not done: Slack couldn’t tell me who you are. Try again in a minute.')
    await runDue()
    expect(told(ana)).toHaveLength(2)
    expect(posts()).toBe(0)
  }
)

it('keeps a reply waiting until Slack says who wrote it', async () => {
  const { slack, gus, agent, reply, runDue, advance } = await startWithGus()
  slack.fail('users.info', { retryAfterS: 20 })
  await reply('shorten it', { by: gus })
  await runDue()
  expect(agent.sends()).toHaveLength(1)
  await advance(30_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
})

it('gives a reply back when Slack will not say who wrote it', async () => {
  const { slack, gus, agent, reply, runDue, told } = await startWithGus({ errors: ['A task failed for good'] })
  slack.fail('users.info', { error: 'missing_scope' })
  await reply('shorten it', { by: gus })
  await runDue()
  expect(agent.sends()).toHaveLength(1)
  expect(told(gus)).toEqual([
    'Nothing was sent: something went wrong on my side. Reply again to try once more. Your words:\n>shorten it'
  ])
})

it('ignores a press while Slack cannot say whose it is, and says so', async () => {
  const { slack, gus, pressAndHear, runDue, looks } = await startWithGus()
  const before = looks()
  slack.fail('users.info', { error: 'internal_error' })
  expect(await pressAndHear('check-now', { by: gus })).toBe(
    'Not done: Slack couldn’t tell me who you are. Try again in a minute.'
  )
  await runDue()
  expect(looks()).toBe(before)
})

import { describe, expect, it } from 'vitest'
import type { PersonKind } from '../../sandbox/slack/slack-types.ts'
import { createFormUser } from '../support/form.ts'
import { startJourney } from '../support/journey.ts'

type Somebody = { kind: PersonKind; env?: Record<string, string>; why: string }

const REFUSED: Record<string, Somebody> = {
  'a guest': { kind: 'guest', why: 'guests can’t steer agent jobs.' },
  'somebody from another organisation': { kind: 'outsider', why: 'only members of this workspace can' },
  'a bot': { kind: 'bot', why: 'bots can’t steer agent jobs.' },
  'somebody who is not on the list': {
    kind: 'member',
    env: { ALLOWED_USERS: 'U0ANA' },
    why: 'you’re not on the list of people who may use this bot.'
  },
  'a member of a channel that was not chosen': {
    kind: 'member',
    env: { ALLOWED_CHANNELS: 'C0OTHER' },
    why: 'I’m not switched on in '
  }
}

/** Gus has a form open, and then is no longer who may use it. Jobs are known in the channel, and in one that he is not in. */
async function startWithGus({ kind, env = {} }: Pick<Somebody, 'kind' | 'env'>) {
  const journey = await startJourney()
  const { slack, agent, channel, ana, command, advance, restart, job, type } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus' }).id
  await slack.invite(channel, gus)
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana] }).id
  for (const id of ['job_8f2', 'job_secret']) job(id)
  await command('job_8f2 first')
  await type('job_secret hidden', { channel: secret })
  const messageTs = slack.messages(channel)[0]?.ts ?? ''
  agent.finish('job_8f2')
  await advance(60_000)
  const form = createFormUser(journey, gus)
  await slack.command({ user: gus, channel, text: 'job_8f2' })
  await form.opened()
  slack.addPerson({ id: gus, name: 'Gus', kind })
  await restart(env)
  return { ...journey, gus, form, messageTs }
}

type World = Awaited<ReturnType<typeof startWithGus>>

async function answerTo({ gus, form, told, slack }: World, act: () => Promise<unknown>): Promise<string> {
  const before = { told: told(gus).length, view: slack.views(gus).at(-1)?.id }
  await act()
  const isAnswered = () => told(gus).length > before.told || slack.views(gus).at(-1)?.id !== before.view
  await slack.waitFor(isAnswered, 'an answer', 5_000)
  return told(gus)[before.told] ?? form.shown().join('\n')
}

/** What somebody can do without being in a thread, and what they read then. */
const WAYS: Record<string, (world: World) => Promise<string>> = {
  'Send, in a form': async ({ form }) => JSON.stringify(await form.send({ instruction: 'drop the tests' })),
  'Send, once more': async ({ form }) => JSON.stringify(await form.send({})),
  'the command alone': world =>
    answerTo(world, () => world.slack.command({ user: world.gus, channel: world.channel, text: '' })),
  'the command with an id': world =>
    answerTo(world, () => world.slack.command({ user: world.gus, channel: world.channel, text: 'job_8f2' })),
  'the shortcut on a message': world =>
    answerTo(world, () => {
      const { slack, channel, gus, messageTs } = world
      return slack.shortcut({ user: gus, callbackId: 'send-to-job', channel, messageTs })
    }),
  'Send follow-up, on a card': world =>
    answerTo(world, () => {
      const { slack, channel, gus, messageTs } = world
      return slack.press({ user: gus, channel, messageTs, actionId: 'open-form' })
    }),
  'the shortcut': async ({ slack, gus, direct, form, advance }) => {
    const before = slack.views(gus).at(-1)?.id
    await slack.shortcut({ user: gus, callbackId: 'send-followup' })
    for (let at = 0; at < 20 && direct(gus).length === 0 && slack.views(gus).at(-1)?.id === before; at++)
      await advance(500)
    return [...direct(gus), ...form.shown()].join('\n')
  }
}

describe.each(Object.entries(REFUSED))('%s', (_, somebody) => {
  it('gets nowhere by any way in, is told why, and learns nothing of any job', async () => {
    const world = await startWithGus(somebody)
    const { form, advance, slack, channel } = world
    expect([await form.suggest(''), await form.suggest('job_8f2'), await form.suggest('job_new')]).toEqual([[], [], []])
    const wrong: string[] = []
    for (const [way, go] of Object.entries(WAYS)) {
      // Slack offers no command of one workspace to people of another, and no direct messages between bots.
      if (somebody.kind === 'outsider' && way.includes('command')) continue
      if (somebody.kind === 'bot' && way === 'the shortcut') continue
      const read = await go(world)
      if (!read.includes(somebody.why) || /first|hidden|secret|working/.test(read)) wrong.push(`${way}: ${read}`)
    }
    await advance(3_000)
    expect(wrong).toEqual([])
    expect(world.sent()).toEqual(['first', 'hidden'])
    expect(slack.messages(channel)).toHaveLength(2)
  })
})

it('lets a member in by each of them, who sees no job of a channel that is not theirs', async () => {
  const world = await startWithGus({ kind: 'member' })
  const { form, advance } = world
  expect((await form.suggest('job')).join()).toMatch(/^job_8f2 · [^,]+,Use job$/)
  for (const [way, go] of Object.entries(WAYS)) {
    if (!way.startsWith('Send')) expect(await go(world), way).toContain('he card will be in')
  }
  expect(await form.send({ job: 'job_8f2', instruction: 'second' })).toEqual({})
  await advance(3_000)
  expect(world.sent()).toEqual(['first', 'hidden', 'second'])
})

import { describe, expect, it } from 'vitest'
import { startJourney, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const MINUTE = 60_000
const UNSURE = { words: 'I’m not sure I got this. Press Send again: I won’t send it twice.' }
const TAKEN = {
  words: 'I already have a follow-up from this form. To send this one too, copy your words and open a new form.'
}

/** Ana pressed Send, and it was stored, but Slack heard so too late: the form is still open. */
async function startUnsure() {
  const committed = Promise.withResolvers<void>()
  const journey = await startWithJob({
    wrap: around('database', 'transaction', transact => async work => {
      const done = await transact(work)
      await committed.promise
      return done
    })
  })
  const form = await journey.openForm('job_8f2')
  expect(await form.send({ words: 'shorten it' })).toEqual(UNSURE)
  committed.resolve()
  return { ...journey, anas: form }
}

type Unsure = Awaited<ReturnType<typeof startUnsure>>

const LATER: ((journey: Unsure) => unknown)[] = [
  () => {},
  async ({ slack, advance }) => {
    slack.fail('chat.postMessage', { retryAfterS: 90, times: 1 })
    await advance(70_000)
  },
  ({ advance }) => advance(5 * MINUTE),
  async ({ restart, advance }) => {
    await restart()
    await advance(5 * MINUTE)
  }
]

// Slack waits for three seconds of real time each: side by side, once.
it('is sent once if Send is pressed again in a form of which nobody knows whether it was stored', async () => {
  const unsure = await Promise.all(LATER.map(startUnsure))
  for (const [at, journey] of unsure.entries()) {
    const { anas, advance, sent } = journey
    await LATER[at]?.(journey)
    expect([at, await anas.send({}), anas.isOpen()]).toEqual([at, {}, false])
    await advance(2 * MINUTE)
    expect([at, sent()]).toEqual([at, ['shorten it']])
  }
})

it('is sent as it was, and says so, if such a form is changed meanwhile', async () => {
  const changed = [{ when: 'idle' }, { words: 'and the title' }, { job: 'job_9f3' }, { words: 'help' }]
  const unsure = await Promise.all(changed.map(startUnsure))
  for (const [at, { anas, job, advance, sent, direct, thread }] of unsure.entries()) {
    job('job_9f3')
    expect([changed[at], await anas.send(changed[at] ?? {})]).toEqual([changed[at], TAKEN])
    await advance(2 * MINUTE)
    expect([changed[at], await anas.send({})]).toEqual([changed[at], TAKEN])
    expect(await anas.send({ job: 'job_8f2', words: 'shorten it', when: 'now' })).toEqual({})
    await advance(2_000)
    expect([changed[at], sent(), direct(), thread()]).toEqual([changed[at], ['shorten it'], [], []])
  }
})

describe('what could not be stored', () => {
  it('stays in the form while the database takes nothing', async () => {
    let isDown = true
    const { openForm, advance, sent } = await startWithJob({
      errors: ['A follow-up could not be stored'],
      wrap: around(
        'database',
        'transaction',
        transact => work => (isDown ? Promise.reject(new Error('The disk is full')) : transact(work))
      )
    })
    const form = await openForm('job_8f2')
    expect(await form.send({ words: 'shorten it' })).toEqual(UNSURE)
    isDown = false
    expect(await form.send({})).toEqual({})
    await advance(2_000)
    expect(sent()).toEqual(['shorten it'])
  })

  it('is not stored any more once that was said', async () => {
    const gate = Promise.withResolvers<void>()
    let isSlow = false
    const { openForm, advance, sent } = await startWithJob({
      wrap: around('people', 'kindOf', kindOf => async id => {
        if (isSlow) await gate.promise
        return kindOf(id)
      })
    })
    const form = await openForm('job_8f2')
    isSlow = true
    expect(await form.send({ words: 'shorten it' })).toEqual(UNSURE)
    isSlow = false
    gate.resolve()
    await advance(2_000)
    expect(sent()).toEqual([])
    expect(await form.send({})).toEqual({})
    await advance(2_000)
    expect(sent()).toEqual(['shorten it'])
  })
})

it('works over HTTP too', async () => {
  const { openForm, advance, sent } = await startWithJob({ overHttp: true })
  const form = await openForm()
  expect(await form.suggest('job_8f2')).toEqual(['Use job_8f2'])
  expect(await form.send({ job: 'job_8f2', words: 'help' })).toHaveProperty('words')
  expect(await form.send({ words: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

describe('left open in a channel', () => {
  type Where = { kind: 'private' | 'public' | 'mpim'; crowd?: number }
  const ALL = ['job_secret', 'job_own', 'Use job']
  const OWN = ['job_own', 'Use job']
  const NOT_IN = 'Not sent: you’re not in this channel. Copy your words and send them from one you’re in.'
  const NOT_TOLD =
    'Not sent: Slack couldn’t tell me whether you’re in this channel. Press Send again in a minute, or send your words there with the command.'

  /** Ben opens the form in #secret, where Ana sends a job something after that. `crowd` is how many joined it before Ben. */
  async function startOpen({ kind, crowd = 0 }: Where) {
    const journey = await startJourney()
    const { slack, ana, ben, job, type, openForm } = journey
    for (const id of ['job_8f2', 'job_secret', 'job_own']) job(id)
    const others = Array.from({ length: crowd }, (_, at) => slack.addPerson({ id: `U1M${at}`, name: `M${at}` }).id)
    const secret = slack.addChannel({ name: 'secret', kind, members: [ana, slack.botUserId, ...others, ben] }).id
    await type('job_own go on', { by: ben })
    const form = await openForm('', { by: ben, channel: secret })
    await type('job_secret layoffs', { channel: secret })
    /** What the form offers, without its age and repository. */
    const offered = async () => (await form.suggest('job')).map(words => words.split(' · ')[0])
    return { ...journey, secret, bens: form, offered }
  }
  type World = Awaited<ReturnType<typeof startOpen>>
  const leave = ({ slack, secret, ben }: World) => slack.removeFrom(secret, ben)
  const becomeGuest = async ({ slack, ben, restart }: World) => {
    slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
    await restart({ ALLOWED_USERS: ben })
  }
  const leaveAsGuest = (world: World) => leave(world).then(() => becomeGuest(world))
  const silence = ({ slack }: World) => slack.fail('conversations.members', { error: 'internal_error', times: 3 })

  const LEFT: [what: string, where: Where, change: (world: World) => unknown, offered: string[], why?: string][] = [
    ['a member of a private one, who stays,', { kind: 'private' }, () => {}, ALL],
    ['one of thousands in a private one', { kind: 'private', crowd: 5_000 }, () => {}, ALL],
    ['a member of a group, who stays,', { kind: 'mpim' }, () => {}, ALL],
    ['a member who leaves a public one, where everybody can read along,', { kind: 'public' }, leave, ALL],
    ['a member who leaves a private one', { kind: 'private' }, leave, OWN, NOT_IN],
    ['a member of whom Slack does not tell whether they left', { kind: 'private' }, silence, OWN, NOT_TOLD],
    // Which other channels a guest may see, only Slack knows.
    ['a guest who stays', { kind: 'public' }, becomeGuest, ['job_secret', 'Use job']],
    ['a guest who leaves', { kind: 'public' }, leaveAsGuest, ['Use job'], NOT_IN]
  ]

  it.each(LEFT)('it gives %s no more than they may see: whoever left it while the form was open', async (...row) => {
    const [, where, change, offers, why] = row
    const world = await startOpen(where)
    const { slack, secret, bens, offered, sent, advance, pass } = world
    await change(world)
    expect(await offered()).toEqual(offers)
    const before = slack.messages(secret).length
    const told = why ? { words: why } : {}
    expect(await bens.send({ job: 'job_8f2', words: 'shorten it' })).toEqual(told)
    await advance(2_000)
    expect([slack.messages(secret).length - before, sent().length]).toEqual(why ? [0, 2] : [1, 3])
    await pass(11_000)
    if (why) expect(await bens.send({})).toEqual(why === NOT_IN ? told : {})
  })

  it('it notices within seconds that somebody left who has just been typing, or came back', async () => {
    const { slack, ben, secret, bens, offered, pass } = await startOpen({ kind: 'private' })
    expect(await offered()).toEqual(ALL)
    await slack.removeFrom(secret, ben)
    await pass(11_000)
    expect(await offered()).toEqual(OWN)
    await slack.invite(secret, ben)
    await pass(11_000)
    expect(await offered()).toEqual(ALL)
    expect(await bens.send({ job: 'job_8f2', words: 'shorten it' })).toEqual({})
  })
})

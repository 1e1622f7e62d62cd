import { describe, expect, it } from 'vitest'
import { startForm } from '../support/watched-job.ts'

const UNSURE = { instruction: 'I’m not sure I got this. Press Send again: I won’t send it twice.' }
const TAKEN = {
  instruction:
    'I already have an instruction from this form. To send this one too, copy your words and open a new form.'
}

/** Ana pressed Send, and it was stored, but Slack heard so too late: the form is still open. */
async function startUnsure() {
  const committed = Promise.withResolvers<void>()
  const journey = await startForm({
    wrap: deps => ({
      ...deps,
      database: {
        ...deps.database,
        async transaction(work) {
          const done = await deps.database.transaction(work)
          await committed.promise
          return done
        }
      }
    })
  })
  const { open, form } = journey
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it' })).toEqual(UNSURE)
  committed.resolve()
  return journey
}

type Unsure = Awaited<ReturnType<typeof startUnsure>>

const LATER: Record<string, (journey: Unsure) => Promise<unknown>> = {
  'at once': async () => {},
  'before its card appears': async ({ slack, advance }) => {
    slack.fail('chat.postMessage', { retryAfterS: 90, times: 1 })
    await advance(70_000)
  },
  'minutes later': ({ advance }) => advance(300_000),
  'after a restart': async ({ restart, advance }) => {
    await restart()
    await advance(300_000)
  }
}

const EVERY_LATER = Object.entries(LATER)

describe('a form of which nobody knows whether it was stored', () => {
  it.each(EVERY_LATER)('is sent once if Send is pressed again %s', async (_, wait) => {
    const journey = await startUnsure()
    const { form, advance, sent } = journey
    await wait(journey)
    expect(await form.send({})).toEqual({})
    expect(form.isOpen()).toBe(false)
    await advance(120_000)
    expect(sent()).toEqual(['shorten it'])
  })

  it.each([
    ['who hears about it', { hears: 'me' }],
    ['whether the result stays in the thread', { hears: 'thread' }],
    ['its words', { instruction: 'shorten it, and the title' }],
    ['its job', { job: 'job_9f3' }]
  ])('is sent as it was, and says so, if %s is changed meanwhile', async (_, changed) => {
    const { agent, form, advance, sent, direct, thread } = await startUnsure()
    agent.addJob({ id: 'job_9f3', life: { ends: 'never' } })
    expect(await form.send(changed)).toEqual(TAKEN)
    await advance(120_000)
    expect(await form.send({})).toEqual(TAKEN)
    await advance(2_000)
    expect([sent(), direct(), thread()]).toEqual([['shorten it'], [], []])
    expect(await form.send({ job: 'job_8f2', instruction: 'shorten it', hears: 'channel' })).toEqual({})
    await advance(2_000)
    expect(sent()).toEqual(['shorten it'])
  })
})

it('sends the same words from another form, but not within a minute', async () => {
  const { open, form, advance, sent } = await startForm()
  for (const _ of [1, 2]) {
    await open('job_8f2')
    expect(await form.send({ instruction: 'shorten it' })).toEqual({})
    await advance(61_000)
  }
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it' })).toEqual({})
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it' })).toHaveProperty('instruction')
  await advance(61_000)
  expect(await form.send({})).toEqual({})
  await advance(2_000)
  expect(sent()).toHaveLength(4)
})

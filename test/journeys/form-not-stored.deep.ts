import { expect, it } from 'vitest'
import { startForm } from '../support/watched-job.ts'

it('sends nothing that it reads after a pause, and takes it when Send is pressed again', async () => {
  const clock = { ms: 0 }
  const { open, form, advance, sent } = await startForm({ awakeMs: () => clock.ms })
  await open('job_8f2')
  clock.ms += 10_000
  expect(await form.send({ instruction: 'shorten it' })).toEqual({
    instruction: 'Not sent: I was held up and read this too late. Press Send again.'
  })
  clock.ms += 2_000
  expect(await form.send({})).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('keeps the words while the database takes nothing', async () => {
  let isDown = true
  const { open, form, advance, sent } = await startForm({
    errors: ['A follow-up could not be stored'],
    wrap: deps => ({
      ...deps,
      database: {
        ...deps.database,
        transaction: work => (isDown ? Promise.reject(new Error('The disk is full')) : deps.database.transaction(work))
      }
    })
  })
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it' })).toEqual({
    instruction: 'Not sent: I can’t take instructions right now. Press Send again in a minute.'
  })
  isDown = false
  expect(await form.send({})).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('stores nothing once it has said that it may not have been stored', async () => {
  const gate = Promise.withResolvers<void>()
  let isSlow = true
  const { open, form, advance, sent } = await startForm({
    wrap: deps => ({
      ...deps,
      slack: {
        ...deps.slack,
        async openDirect(userId) {
          if (isSlow) await gate.promise
          return deps.slack.openDirect(userId)
        }
      }
    })
  })
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it', hears: 'me' })).toEqual({
    instruction: 'I’m not sure I got this. Press Send again: I won’t send it twice.'
  })
  isSlow = false
  gate.resolve()
  await advance(2_000)
  expect(sent()).toEqual([])
  expect(await form.send({})).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('works over HTTP too', async () => {
  const { open, form, advance, sent } = await startForm({ overHttp: true })
  await open()
  expect(await form.suggest('job_8f2')).toEqual(['Use job_8f2'])
  expect(await form.send({ job: 'job_8f2', instruction: 'help' })).toHaveProperty('instruction')
  expect(await form.send({ instruction: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

import { expect, it } from 'vitest'
import { startForm } from '../support/watched-job.ts'

const submissions = ({ slack }: Awaited<ReturnType<typeof startForm>>) =>
  slack.deliveries().filter(({ payload }) => payload.type === 'view_submission')

it('stays open with the words, and says under which field something is wrong', async () => {
  const { open, form, sent, advance } = await startForm()
  await open('job_8f2')
  expect(await form.send({ instruction: '  \n ' })).toEqual({ instruction: 'Say what the agent should do.' })
  expect(await form.send({ instruction: 'Stop.' })).toEqual({
    instruction: 'Not sent: “Stop.” alone is a word for me. If it’s meant for the agent, write a sentence.'
  })
  expect(await form.send({ instruction: 'mute' })).toHaveProperty('instruction')
  expect(form.isOpen()).toBe(true)
  await advance(2_000)
  expect(sent()).toEqual([])
})

it('sends once what is pressed once, however often Slack delivers it', async () => {
  const journey = await startForm()
  const { slack, open, form, advance, sent } = journey
  await open('job_8f2')
  await form.send({ instruction: 'shorten it' })
  const [{ id } = { id: '' }] = submissions(journey)
  expect(await slack.deliverAgain(id)).toMatchObject({ kind: 'acknowledged', answer: {} })
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('sends the same words no second time within a minute, and says so', async () => {
  const { open, form, advance, sent, command } = await startForm()
  await command('job_8f2 shorten it')
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it' })).toEqual({
    instruction: 'Not sent twice: you asked for the same thing a moment ago. To send it again, change the words.'
  })
  expect(await form.send({ instruction: 'shorten it more' })).toEqual({})
  await advance(4_000)
  expect(sent()).toEqual(['shorten it', 'shorten it more'])
})

it('sends no secret, and takes the words without it', async () => {
  const { open, form, advance, sent } = await startForm()
  await open('job_8f2')
  expect(await form.send({ instruction: `use ghp_${'a1B2c3D4e5F6'.repeat(3)}` })).toEqual({
    instruction: 'Not sent: line 1 looks like a GitHub token. Take it out, and press Send again.'
  })
  expect(await form.send({ instruction: 'use the token of the vault' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['use the token of the vault'])
})

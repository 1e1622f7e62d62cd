import { expect, it } from 'vitest'
import { startWithNamedJobs } from '../support/named-jobs.ts'

it.each(['help me fix the tests', 'status page shows the wrong time', 'cancel every open timer', 'mute the logger'])(
  'asks which job when the sentence “%s” begins with a word for the bot, and gives the words back',
  async typed => {
    const { command, advance, posts } = await startWithNamedJobs()
    const before = posts()
    const answer = await command(typed)
    expect(answer).toMatch(/^Nothing was sent yet: which job\?\n/)
    expect(answer).toContain(`>${typed}\n`)
    expect(answer).not.toContain('write it in quotes')
    await advance(2_000)
    expect(posts()).toBe(before)
  }
)

it.each([
  '/agent-followup job_8f2 fix it',
  '@job_8f2 fix it',
  '#job_8f2 fix it',
  'to job_8f2: fix it',
  'job_8f2: fix it'
])('sends “fix it” when somebody types “%s”', async typed => {
  const { command, advance, later } = await startWithNamedJobs()
  expect(await command(typed)).toBe('')
  await advance(2_000)
  expect(later().at(-1)).toBe('fix it')
})

import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it.each(['only mentions', 'every reply'])('offers no job for “%s” outside of threads', async words => {
  const { ben, command } = await startWatching()
  expect(await command(words, { by: ben })).toContain('only works in a thread')
})

import { expect, it } from 'vitest'
import { removeWatch } from '../../src/followups/stores/watch-store.ts'
import { awaitWaiting } from '../support/await-waiting.ts'
import { startWatching } from '../support/watched-job.ts'

const JOB = { projectId: 'project-1', jobId: 'job_8f2' }

it('writes to nobody about a job of which they want to hear no more while a look finds its end', async () => {
  const { database, slack, agent, ben, pressAndHear, advance, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  agent.finish('job_8f2', { prLink: null })
  const unwatched = await database.transaction(async sql => {
    await removeWatch(sql, { ...JOB, teamId: slack.teamId, userId: ben })
    const looked = advance(60_000)
    await awaitWaiting(database, 1)
    return { looked }
  })
  await unwatched.looked
  expect(direct(ben)).toEqual([])
})

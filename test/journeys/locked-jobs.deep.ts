import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { type JourneyOptions, startWatching } from '../support/journey.ts'

const MINUTE = 60_000

/** A journey whose job's row somebody else can lock for a while. */
async function startLockable(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const holder = new pg.Client({ connectionString: journey.databaseUrl })
  holder.on('error', () => {})
  await holder.connect()
  onTestFinished(() => holder.end())
  return {
    ...journey,
    lock: () => holder.query('begin; select from followup.job for update'),
    release: () => holder.query('rollback')
  }
}

it.each([70_000, 150_000])('sends replies in order after their job was locked for %i ms', async ms => {
  const { tell, advance, lock, release, later } = await startLockable()
  await advance(5_000)
  await lock()
  await tell('one')
  await advance(ms)
  await release()
  await tell('two')
  await advance(90_000)
  expect(later()).toEqual(['one', 'two'])
})

it('does not send what was deleted, or its old words, however long its job was locked meanwhile', async () => {
  const { tell, edit, advance, now, slack, channel, lock, release, later } = await startLockable({
    hourlyLimit: 1,
    // Of its mark on what is deleted.
    refusals: ['reactions.remove message_not_found']
  })
  const startedAtMs = now()
  const [gone, changed] = [await tell('one'), await tell('two')]
  await advance(58 * MINUTE - (now() - startedAtMs))
  await lock()
  await slack.remove({ channel, messageTs: gone })
  await edit(changed, 'three')
  await advance(startedAtMs + 60 * MINUTE + 20_000 - now())
  await release()
  await advance(3 * MINUTE)
  expect(later()).toEqual(['three'])
})

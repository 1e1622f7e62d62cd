import { expect, it } from 'vitest'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { readMessage } from '../../src/followups/inbox/read-message.ts'
import { lockJob } from '../../src/followups/stores/job-store.ts'
import { removeWatch } from '../../src/followups/stores/watch-store.ts'
import { awaitWaiting } from '../support/await-waiting.ts'
import { startWatching } from '../support/watched-job.ts'

const JOB = { projectId: 'project-1', jobId: 'job_8f2' }

it('withdraws a reply that is deleted while *Send again* is being pressed', async () => {
  const { database, agent, slack, channel, reply, press, runDue, advance, find, posts } = await startWatching({
    refusals: ['reactions.remove message_not_found']
  })
  agent.fail('send', { status: 500 })
  const { ts } = await reply('shorten it')
  await advance(2_000)
  const on = find('maybe delivered: ')
  const done = await database.transaction(async sql => {
    await lockJob(sql, JOB)
    const pressed = press('send-again', { on })
    await awaitWaiting(database, 1)
    await slack.remove({ channel, messageTs: ts })
    const handled = runDue()
    await awaitWaiting(database, 2)
    return { all: Promise.all([pressed, handled]) }
  })
  await done.all
  await advance(5_000)
  // The first instruction, and the reply whose delivery is in doubt.
  expect(posts()).toBe(2)
})

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

it('sends once what two processes read at the same moment', async () => {
  let meanwhile = async () => {}
  let readElsewhere: (channelId: string, ts: string) => Promise<void> = async () => {}
  const wrap = (deps: FollowupDeps): FollowupDeps => {
    const { database, teamId } = deps
    readElsewhere = (channelId, ts) => readMessage(deps, { teamId, channelId, ts })
    const query: typeof database.query = async (text, values) => {
      const rows = await database.query(text, values)
      if (text.includes('update followup.inbox set last_try_ms')) await meanwhile()
      return rows
    }
    return { ...deps, database: { ...database, query } }
  }
  const { channel, slack, ben, cardTs, advance, later, thread, told } = await startWatching({ wrap })
  const { ts } = await slack.say({ user: ben, channel, text: 'shorten it', threadTs: cardTs() })
  meanwhile = () => readElsewhere(channel, ts)
  await advance(20_000)
  expect([later(), thread(), told(ben)]).toEqual([['shorten it'], ['Ben: shorten it 📨'], []])
})

import { describe, expect, it } from 'vitest'
import type { Sql } from '../../../src/database/database.ts'
import { taskData } from '../../../src/followups/followup-tasks.ts'
import { recordMoves } from '../../../src/followups/moves/record-moves.ts'
import type { Followup } from '../../../src/followups/rules/followup.ts'
import type { ProgressOf } from '../../../src/followups/rules/progress.ts'
import { insertFollowups, saveProgress } from '../../../src/followups/stores/followup-store.ts'
import { refreshNotice } from '../../../src/followups/tasks/refresh-notice.ts'
import { createEditPace } from '../../../src/slack/edit-pace.ts'
import { SlackRefusal } from '../../../src/slack/slack-failure.ts'
import { createMemorySlack } from '../../slack/memory-slack.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { followupIn, NOW } from '../a-followup.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const QUIET = { followupId: 'f_1', kind: 'quiet' } as const
const refreshTask = taskData['refresh-notice']
const job = { status: 'completed', prLink: LINK, source: { repository: 'https://github.com/acme/docs' } }

const end = (toldIn: string, change: Partial<ProgressOf<'finished'>> = {}): ProgressOf<'finished'> => ({
  state: 'finished',
  status: 'completed',
  sentAtMs: NOW,
  finishedAtMs: NOW + 60_000,
  job,
  toldIn,
  ...change
})

/** Instructions that ended after the quiet message they should have been reported in was deleted. */
async function startWith(...ends: ProgressOf<'finished'>[]) {
  const { database } = await createTestDatabase()
  const { id: _, ...one } = followupIn({ state: 'accepted' })
  const stored = await insertFollowups(
    database,
    ends.map((_, at) => ({ ...one, requesterId: `U${at + 1}`, replyTs: `${at + 2}.000001` }))
  )
  const finished: Followup[] = []
  for (const [at, followup] of stored.entries()) {
    const ended = { ...followup, progress: ends[at] ?? end('f_1') }
    await saveProgress(database, ended)
    finished.push({ ...ended, version: ended.version + 1 })
  }
  const tasks: { task: string; data: object }[] = []
  const edits: string[] = []
  const deps = {
    database,
    slack: {
      ...createMemorySlack().slack,
      update: async (_: string, ts: string, { text }: { text: string }) => {
        if (ts === '9.9') throw new SlackRefusal('message_not_found')
        edits.push(text)
      }
    },
    enqueue: async (_: Sql, task: string, data: object) => void tasks.push({ task, data }),
    now: () => NOW,
    monotonicMs: () => NOW,
    editPace: createEditPace({ monotonicMs: () => NOW }),
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  }
  const add = (id: string, ts: string) =>
    database.query(
      `insert into followup.post (id, team_id, channel_id, followup_id, message, state, message_ts, added_at_ms)
       values ($1, 'T1', 'C1', 'f_1', '{"text": "", "blocks": []}', 'posted', $2, 1)
       on conflict (id) do update set state = 'posted', message_ts = $2`,
      [id, ts]
    )
  await add('f_1:quiet', '9.9')
  return {
    deps,
    /** The notices due to be refreshed. */
    notices: () => tasks.filter(({ task }) => task === 'refresh-notice').map(({ data }) => refreshTask.parse(data)),
    edits,
    finished,
    /** The bot's post has reached Slack. */
    arrive: add,
    told: () =>
      database.query(
        `select id, message ->> 'text' as text, message ->> 'broadcast' as broadcast from followup.post
         where id <> 'f_1:quiet' order by id`
      )
  }
}

describe('results whose message was deleted', () => {
  it('are posted again in one message, in the thread only', async () => {
    const { deps, told } = await startWith(...['f_1', 'f_1', 'f_1'].map(toldIn => end(toldIn)))
    await refreshNotice(deps, QUIET)
    await refreshNotice(deps, QUIET)
    expect(await told()).toEqual([
      {
        id: 'f_1:result',
        text: `<@U1> <@U2> <@U3>, *job_8f2* finished: <${LINK}|pull request #12> is ready.\n>add examples\ntook 1 min · acme/docs`,
        broadcast: null
      }
    ])
  })

  it('are not posted again only because their pull request was merged', async () => {
    const { deps, told } = await startWith(end('f_1'))
    await refreshNotice(deps, { ...QUIET, ifThere: true })
    expect(await told()).toEqual([])
  })

  it('get a message each if they are different results', async () => {
    const later = { finishedAtMs: NOW + 120_000, job: { ...job, prLink: null } }
    const { deps, told } = await startWith(end('f_1'), end('f_1', later), end('f_1'), end('f_1', later))
    await refreshNotice(deps, QUIET)
    expect((await told()).map(({ text }) => text)).toEqual([
      `<@U1> <@U3>, *job_8f2* finished: <${LINK}|pull request #12> is ready.\n>add examples\ntook 1 min · acme/docs`,
      '<@U2> <@U4>, *job_8f2* finished, no pull request.\n>add examples\ntook 2 min · acme/docs'
    ])
  })

  it('get a late link in the message that was posted again', async () => {
    const without = { job: { ...job, prLink: null } }
    const { deps, told, notices, edits, finished, arrive } = await startWith(end('f_1', without), end('f_1', without))
    await refreshNotice(deps, QUIET)
    expect((await told()).map(({ text }) => text)).toEqual([
      '<@U1> <@U2>, *job_8f2* finished, no pull request.\n>add examples\ntook 1 min · acme/docs'
    ])
    await arrive('f_1:result', '5.5')
    const moves = finished.map(before => ({ before, after: { ...before, progress: end('f_1') } }))
    await recordMoves({ ...deps, random: () => 0.5, resultsInChannel: 'news', host: undefined }, deps.database, moves)
    for (const { followupId, kind } of notices()) await refreshNotice(deps, { followupId, kind })
    expect(edits.at(-1)).toBe(
      `<@U1> <@U2>, *job_8f2* finished: <${LINK}|pull request #12> is ready.\n>add examples\ntook 1 min · acme/docs`
    )
  })
})

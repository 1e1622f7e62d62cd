import type { Sql } from '../../database/database.ts'
import { isDirect } from '../../slack/is-direct.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { elsewhereNotice } from '../messages/elsewhere-messages.ts'
import { postAbout } from '../post-about.ts'
import { redrawCards } from '../redraw-cards.ts'
import { lastHeard, lastSentIn, type Send, sentElsewhere, sentElsewhereSince } from '../rules/elsewhere.ts'
import type { JobKey } from '../rules/followup.ts'
import { sayOnce } from '../say-once.ts'
import { findNoted, findSends, savePublic } from '../stores/elsewhere-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { threadsOfJob } from '../stores/thread-store.ts'

type Deps = Pick<FollowupDeps, 'enqueue' | 'now'>

/** Those heard of last: Slack takes only so many edits a minute. */
const MOST_THREADS = 10

/** Each thread of a job shows on its card what the others sent; one whose own instruction is under way says so, once. */
export async function noteElsewhere(
  { database, channels, ...deps }: Deps & Pick<FollowupDeps, 'database' | 'channels'>,
  job: JobKey
): Promise<void> {
  const channelIds = new Set((await threadsOfJob(database, job)).map(({ channelId }) => channelId))
  const asked = [...channelIds].map(async id => (!isDirect(id) && (await channels.isInternal(id)) ? [id] : []))
  const publicIds = (await Promise.all(asked)).flat()
  await database.transaction(async sql => {
    await lockJob(sql, job)
    await savePublic(sql, job, publicIds)
    const sends = await findSends(sql, job)
    const threads = (await threadsOfJob(sql, job)).filter(({ closedBecause }) => closedBecause === null)
    const told = lastHeard(sends, threads)
      .slice(0, MOST_THREADS)
      .filter(thread => sentElsewhere(sends, thread) !== undefined)
    await redrawCards(deps, sql, told)
    const notedIds = await findNoted(sql, sends)
    const noted = sends.filter(({ id }) => notedIds.has(id))
    // The thread may have spoken since, but only after something that its line has yet to show.
    for (const { id: followupId } of told.flatMap(thread => lastSentIn(noted, thread) ?? []))
      await deps.enqueue(sql, 'refresh-notice', { followupId, kind: 'elsewhere' })
    for (const thread of told) await sayIn(deps, sql, sends, lastSentIn(sends, thread))
  })
}

async function sayIn(deps: Deps, sql: Sql, sends: Send[], own: Send | undefined): Promise<void> {
  const elsewhere = own?.isUnderWay ? sentElsewhereSince(sends, own.id) : undefined
  if (own && elsewhere) await sayOnce(deps, sql, postAbout(own, 'elsewhere', elsewhereNotice(own.jobId, elsewhere)))
}

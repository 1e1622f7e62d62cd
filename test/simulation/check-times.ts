import { z } from 'zod'
import type { Notes, Written } from './day-notes.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { byWords, wordsOf } from './what-people-bring.ts'

const rows = z.array(z.object({ prompt: z.string().transform(wordsOf), inLineAtMs: z.coerce.number() }))
const notices = z.array(z.object({ prompt: z.string().transform(wordsOf), ts: z.string() }))
const AT_REST = new Set(['completed', 'failed', 'archived'])

/** What went out before its time, while its job was at work, or before its turn: a sentence for each. */
export async function findBrokenTimes({ agent, database }: SimulatedTeam, notes: Notes): Promise<string[]> {
  const sent = new Map(
    agent
      .sends()
      .toReversed()
      .map(byWords)
      .map(send => [send.prompt, send])
  )
  const followups = rows.parse(
    await database.query(
      `select prompt, in_line_at_ms as "inLineAtMs" from followup.followup order by in_line_at_ms desc`
    )
  )
  // When it entered its job's line. Sent again by a button, it goes out at once.
  const releasedAtMs = new Map(followups.map(({ prompt, inLineAtMs }) => [prompt, inLineAtMs]))
  const waited = notices.parse(
    await database.query(
      `select prompt, message_ts as ts from followup.view join followup.followup on followup.id = followup_id
       where view.id = followup_id || ':waiting' and message_ts is not null`
    )
  )
  const waitsSinceMs = new Map(waited.map(({ prompt, ts }) => [prompt, Number(ts) * 1_000]))

  const early = notes.written.filter(written => {
    const { prompt, when, isSentNow } = written
    const send = sent.get(prompt)
    return send && !isSentNow && typeof when === 'number' && send.atMs < when
  })

  const isPlain = ({ isSentNow, insteadOf, deletedAtMs, editedAtMs }: Written) =>
    !isSentNow && !insteadOf && deletedAtMs === undefined && editedAtMs === undefined
  // Also if its work ended and other work began in that same millisecond: whoever looked in between saw it at rest.
  const isAtRest = (jobId: string, atMs: number) =>
    agent.statusesDuring(jobId, atMs).some(status => AT_REST.has(status))
  const atWork = notes.written.filter(written => {
    const { prompt, when, jobId } = written
    const [atMs, send] = [releasedAtMs.get(prompt), sent.get(prompt)]
    if (when !== 'idle' || !isPlain(written) || !send || atMs === undefined) return false
    // One that finds its job idle keeps its place: the look at the job came later.
    return ![atMs, send.atMs].some(each => isAtRest(jobId, each))
  })

  const dueAtMs = ({ when, atMs }: Written) => (typeof when === 'number' ? when : atMs)
  /** Both wait for the same: whichever is due first, or else was written first, goes first. */
  const overtakes = (later: Written, earlier: Written) => {
    const [first, second] = [sent.get(later.prompt), sent.get(earlier.prompt)]
    const isSame = later.jobId === earlier.jobId && typeof later.when === typeof earlier.when
    if (!first || !second || !isSame || later.when === 'now' || earlier.when === 'now') return false
    // It may not have arrived before, when it was its turn.
    if (notes.wasAskedForAgain(earlier.prompt, second.atMs)) return false
    const waitedInTime = (waitsSinceMs.get(earlier.prompt) ?? Number.POSITIVE_INFINITY) < first.atMs
    return waitedInTime && dueAtMs(earlier) < dueAtMs(later) && first.seq < second.seq
  }
  const plain = notes.written.filter(isPlain)
  const overtaken = plain.flatMap(later =>
    plain.filter(earlier => overtakes(later, earlier)).map(earlier => [later.prompt, earlier.prompt])
  )
  return [
    ...early.map(
      ({ prompt, when }) => `'${prompt}' was for ${new Date(Number(when)).toISOString()}, and was sent before`
    ),
    ...atWork.map(({ prompt, jobId }) => `'${prompt}' was to wait until ${jobId} is idle, and it was at work`),
    ...overtaken.map(([later, earlier]) => `'${later}' was sent before '${earlier}', which had waited for longer`)
  ]
}

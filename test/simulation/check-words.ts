import { z } from 'zod'
import { isOnceMore, type Notes, versionsOf, type Written } from './day-notes.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { byWords, wordsOf } from './what-people-bring.ts'
import { isBack, isOpen, wasGivenBack } from './what-people-put-right.ts'

const rows = z.array(z.object({ prompt: z.string().transform(wordsOf), jobId: z.string(), state: z.string() }))
const readings = z.array(z.object({ message: z.string(), ms: z.coerce.number() }))
const UNDONE_WITHIN_MS = 60_000

/**
 * An edit of what was sent goes out only as a correction, which nobody here asks for. What is sent again has its message's words by
 * then, if it can still be changed; what is tried again is the same once more.
 */
export function isInTwoVersions(written: Written, sent: Set<string>, sentAgain: Set<string>): boolean {
  const versions = versionsOf(written).map(({ prompt }) => prompt)
  const [, ...earlier] = versions
  return versions.filter(prompt => sent.has(prompt)).length > 1 && !earlier.some(prompt => sentAgain.has(prompt))
}

/** Of every follow-up: whether it went where it belongs, once, and not after it was taken back. A sentence for each that did not. */
export async function findWordsAtFault(team: SimulatedTeam, notes: Notes): Promise<string[]> {
  const { agent, slack, database } = team
  const followups = rows.parse(await database.query(`select prompt, job_id as "jobId", state from followup.followup`))
  const readAt = readings.parse(
    await database.query('select channel_id || ts as message, last_try_ms as ms from followup.inbox')
  )
  /** A command or a form is read when it is written. */
  const readAtMs = (message: string | undefined, atMs: number) =>
    readAt.find(row => row.message === message)?.ms ?? atMs
  const wasSettled = (written: Written) => {
    const { channel, message, atMs } = written
    const ownReadAtMs = readAtMs(`${channel}${message?.ts}`, atMs)
    return !notes.wasUnsettled(written, ownReadAtMs, choice => readAtMs(choice.message, choice.atMs))
  }
  const byPrompt = Map.groupBy(followups, ({ prompt }) => prompt)
  const sends = agent.sends().map(byWords)
  const pressed = notes.pressed.map(each => ({ ...each, prompt: each.prompt ?? '' }))
  const sentAtMs = ({ prompt }: Written) => sends.filter(send => send.prompt === prompt).map(({ atMs }) => atMs)
  const promptsOf = (all: { prompt: string }[]) => new Set(all.map(({ prompt }) => prompt))
  const [sent, sentAgain] = [promptsOf(sends), promptsOf(pressed.filter(({ actionId }) => actionId === 'send-again'))]
  /** What failed together is tried again together. */
  const wasAskedForAgain = ({ prompt, channel }: Written) => {
    const isTwice = (byPrompt.get(prompt)?.length ?? 0) > 1
    return (
      notes.wasAskedForAgain(prompt) || (isTwice && pressed.some(each => isOnceMore(each) && each.channel === channel))
    )
  }

  function faultsOf(written: Written): string[] {
    const { prompt, goes, jobId, deletedAtMs, editedAtMs } = written
    const versions = versionsOf(written)
    const known = versions.flatMap(({ prompt }) => byPrompt.get(prompt) ?? [])
    const isLatest = editedAtMs === undefined
    const isSettled = wasSettled(written)
    const sentAt = sentAtMs(written)
    const faults = [
      isSettled && isLatest && goes === 'to the agent' && deletedAtMs === undefined && known.length === 0 && 'lost',
      isBack(written) && sentAt.length > 0 && 'says no time, and was sent',
      isOpen(written) && !wasGivenBack(slack, written) && 'says no time, and was not given back',
      isSettled &&
        goes === 'to people' &&
        byPrompt.has(prompt) &&
        'was talk between people, and was taken for a follow-up',
      isSettled && known.some(followup => followup.jobId !== jobId) && `was for ${jobId}`
    ]
    if (wasAskedForAgain(written)) return faults.filter(words => words !== false)
    const goneAtMs = deletedAtMs ?? (editedAtMs === undefined ? undefined : editedAtMs + UNDONE_WITHIN_MS)
    return [
      ...faults,
      goneAtMs !== undefined && sentAt.some(atMs => atMs > goneAtMs) && 'was sent after it was taken back',
      isInTwoVersions(written, sent, sentAgain) && 'was sent in two versions'
    ].filter(words => typeof words === 'string')
  }

  /** A press that changed nothing tells whoever pressed why. */
  const withoutEffect = pressed.filter(({ actionId, prompt, by, atMs }) => {
    const written = notes.find(prompt)
    if (actionId !== 'cancel' || written === undefined || wasAskedForAgain(written)) return false
    const wasSent = sentAtMs(written).some(sentMs => sentMs <= atMs)
    const isOver = byPrompt.get(written.prompt)?.every(({ state }) => state === 'dropped')
    const told = slack.ephemerals(undefined, by).map(({ ts }) => Number(ts) * 1_000)
    return !wasSent && !isOver && !told.some(toldMs => toldMs >= atMs && toldMs < atMs + UNDONE_WITHIN_MS)
  })
  return [
    ...notes.written.flatMap(written =>
      faultsOf(written).map(fault => `'${written.prompt}': ${fault}, ${JSON.stringify(written)}`)
    ),
    ...withoutEffect.map(({ prompt }) => `'${prompt}': Cancel changed nothing, and nobody was told`)
  ]
}

import { z } from 'zod'
import type { Notes, Written } from './day-notes.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { byWords, wordsOf } from './what-people-bring.ts'
import { isBack } from './what-people-put-right.ts'
import { FOR_ANOTHER } from './what-people-write.ts'

const rows = z.array(z.object({ prompt: z.string().transform(wordsOf), state: z.string() }))
const posts = z.array(z.object({ kind: z.string(), count: z.number() }))
const counted = z.array(z.object({ merged: z.number() }))

/** How often a day had what; so that nobody takes a promise for kept that had no occasion to be broken. */
export async function countWhatHappened(
  { agent, slack, database, moves }: SimulatedTeam,
  { written, choices, pressed, downMs }: Notes
): Promise<Record<string, number>> {
  const followups = rows.parse(
    await database.query(`select prompt, coalesce(progress ->> 'reason', state) as state from followup.followup`)
  )
  const stateOf = new Map(followups.map(({ prompt, state }) => [prompt, state]))
  const kinds = posts.parse(
    await database.query(
      `select split_part(substr(id, length(followup_id) + 2), ':', 1) as kind, count(*)::int as count
       from followup.view where followup_id is not null group by kind`
    )
  )
  const [other = { merged: 0 }] = counted.parse(
    await database.query(
      `select (select count(*)::int from followup.pull_request where seen ->> 'state' = 'merged') as merged`
    )
  )
  const posted = (wanted: string) => kinds.find(({ kind }) => kind === wanted)?.count ?? 0
  const sends = agent.sends().map(byWords)
  const sent = new Set(sends.map(({ prompt }) => prompt))
  const sentWith = (words: string) => sends.filter(({ whole }) => whole.includes(words)).length
  const count = (is: (each: Written) => unknown) => written.filter(is).length
  const presses = (action: string) => pressed.filter(({ actionId }) => actionId === action).length
  const chosen = (name: string) => choices.filter(each => each.name === name).length
  const isSent = ({ prompt }: Written) => sent.has(prompt)
  return {
    'sent at a time': count(each => typeof each.when === 'number' && !each.canUndo && isSent(each) && !each.isSentNow),
    'sent when idle': count(each => each.when === 'idle' && isSent(each)),
    'sent now instead': count(each => each.isSentNow && isSent(each)),
    'sent after its time to undo': count(each => each.canUndo && isSent(each) && !each.isSentNow),
    'deleted in its time to undo': count(each => each.canUndo && Number(each.deletedAtMs) < Number(each.when)),
    'edited in its time to undo': count(each => each.canUndo && Number(each.editedAtMs) < Number(each.when)),
    'given back, as it said no time': count(isBack),
    'put right and sent': count(each => each.insteadOf && isBack(each.insteadOf) && isSent(each)),
    'time to undo, chosen': chosen('undo'),
    'asked which job was meant': slack.ephemerals().filter(({ text }) => text.includes(FOR_ANOTHER)).length,
    waited: posted('waiting'),
    'deleted in time': count(each => each.deletedAtMs && !isSent(each)),
    'edited in time': count(each => each.editedAtMs && !isSent(each)),
    'cancelled with a button': pressed.filter(
      ({ actionId, prompt = '' }) => actionId === 'cancel' && stateOf.get(prompt) === 'cancelled'
    ).length,
    'left to people': count(each => each.goes === 'to people'),
    'who speaks, chosen': chosen('replies'),
    'results, chosen': chosen('results'),
    'default job, chosen': chosen('job'),
    'sent with a forward': sentWith('Forwarded from'),
    'sent with a file': sentWith('File log'),
    'sent without its files': posted('files'),
    'sent with the messages above': sentWith('From the thread above:'),
    'sent without them, by a button': count(
      each => each.arrives?.above && isSent(each) && presses('leave-out-above') > 0
    ),
    'sent what a result offered': count(each => each.arrives?.words?.endsWith(')') && isSent(each)),
    'tried again': presses('try-again'),
    'maybe delivered': posted('maybe'),
    'checks failed': posted('checks'),
    merged: other.merged,
    downtimes: Number(downMs() > 0),
    ...Object.fromEntries(moves)
  }
}

import { z } from 'zod'
import { isOnceMore, type Notes } from './day-notes.ts'
import type { SimulatedTeam } from './simulated-team.ts'

const told = z.object({ prompt: z.string(), writtenAtMs: z.number() })
const results = z.array(
  z.object({ prompt: z.string(), together: z.array(told), channelId: z.string(), ts: z.string() })
)

const allLines = ({ together }: z.output<typeof results>[number]) => together.map(({ prompt }) => prompt)

/** What did not go by what was chosen when it was written or pressed: a sentence for each. */
export async function findBrokenSettings({ slack, database }: SimulatedTeam, notes: Notes): Promise<string[]> {
  const posted = results.parse(
    await database.query(
      `select prompt, view.channel_id as "channelId", message_ts as ts, array(
         select json_build_object('prompt', other.prompt, 'writtenAtMs', other.in_line_at_ms) from followup.followup as other
         where other.thread_ts = followup.thread_ts and other.channel_id = followup.channel_id
           and other.progress ->> 'finishedAtMs' = followup.progress ->> 'finishedAtMs') as together
       from followup.view join followup.followup on followup.id = followup_id
       where view.id = followup_id || ':result' and view.state = 'posted' and message_ts is not null`
    )
  )
  const wrongPlace = posted.filter(({ together, channelId, ts }) => {
    const wanted = new Set(together.map(each => resultsFor(each.prompt, each.writtenAtMs)))
    const isInChannel = slack.message(channelId, ts)?.subtype === 'thread_broadcast'
    if (wanted.size !== 1 || !channelId.startsWith('C')) return false
    if (wanted.has('none')) return isInChannel
    return wanted.has('all') && !isInChannel
  })
  /** Whoever wants it sent once more asks for it then, together with what else its result was about. */
  function resultsFor(line: string, writtenAtMs: number) {
    const written = notes.find(line)
    if (!written) return undefined
    if (written.isThreadOnly) return 'none'
    const alike = posted.map(allLines).filter(lines => lines.includes(line))
    const isAbout = ({ prompt = '' }) => prompt === line || alike.flat().includes(prompt)
    const onceMore = notes.pressed.filter(press => isOnceMore(press) && press.atMs <= writtenAtMs && isAbout(press))
    return notes.chosen(written.channel, 'results', Math.max(written.atMs, ...onceMore.map(({ atMs }) => atMs)))
  }

  return [...wrongPlace.map(({ prompt }) => `the result of '${prompt}' is not where its channel wants results`)]
}

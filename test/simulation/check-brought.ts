import { z } from 'zod'
import { type Notes, versionsOf } from './day-notes.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { BROUGHT, broughtRow, byWords, isAsBrought } from './what-people-bring.ts'

const rows = z.array(broughtRow.extend({ id: z.string(), isSent: z.boolean(), isTold: z.boolean() }))

/** What reached the agent otherwise than its author brought it, or stayed behind without a word: a sentence for each. */
export async function findBroughtAtFault({ agent, database }: SimulatedTeam, notes: Notes): Promise<string[]> {
  const followups = rows.parse(
    await database.query(
      `select id, ${BROUGHT},
         coalesce(progress ->> 'delivery' = 'sure', false) as "isSent",
         exists (select from followup.view where view.id = followup.id || ':files' and message_ts is not null) as "isTold"
       from followup.followup`
    )
  )
  const changed = agent
    .sends()
    .map(byWords)
    .filter(({ prompt, whole }) => {
      const written = notes.find(prompt)
      const known = followups.filter(each => each.prompt === prompt)
      // They stay left out when the words are edited.
      const versions = written ? versionsOf(written).map(version => version.prompt) : []
      const isLeftOut = notes.pressed.some(
        each => each.actionId === 'leave-out-above' && versions.includes(each.prompt ?? '')
      )
      const admitted = {
        unsent: known.flatMap(({ unsent }) => unsent),
        isAboveLeftOut: isLeftOut || known.some(({ isAboveUnread }) => isAboveUnread)
      }
      return written && !isAsBrought(whole, written.arrives ?? { words: prompt }, admitted)
    })
  const untold = followups.filter(({ unsent, isSent, isTold }) => unsent.length > 0 && isSent && !isTold)
  return [
    ...changed.map(({ prompt, whole }) => `'${prompt}' reached the agent as ${JSON.stringify(whole)}`),
    ...untold.map(({ id, prompt }) => `'${prompt}' went without its files, and nobody was told: ${id}`)
  ]
}

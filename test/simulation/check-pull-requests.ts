import { z } from 'zod'
import type { SimulatedTeam } from './simulated-team.ts'

const rows = z.array(z.object({ link: z.string(), seen: z.string().nullable(), times: z.coerce.number() }))

/** What is not as it should be once everything was merged: a sentence for each. */
export async function findPullRequestsAtFault({ database }: SimulatedTeam): Promise<string[]> {
  const found = rows.parse(
    await database.query(
      `select link, seen ->> 'state' as seen, (select count(*) from followup.view join followup.followup on followup.id = followup_id
         where view.id = followup_id || ':checks' and progress -> 'job' ->> 'prLink' = link) as times
       from followup.pull_request`
    )
  )
  return found.flatMap(({ link, seen, times }) => [
    ...(seen === 'merged' ? [] : [`${link} was merged, and is ${seen}`]),
    ...(times <= 1 ? [] : [`that the checks of ${link} failed was said ${times} times`])
  ])
}

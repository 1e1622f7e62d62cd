import type { Chance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'

type Place = { channel: string; threadTs: string }

/** One person sends several replies as one, after a minute; in one channel, replies of all others wait for ten seconds. */
export async function giveTimeToUndo({ database, slack, channels, people }: SimulatedTeam): Promise<void> {
  const [person] = people
  const chosen = [
    ['person', person, 'undo', '60'],
    ['person', person, 'together', 'together'],
    ['channel', channels[1], 'undo', '10']
  ]
  for (const [scope, place, name, value] of chosen)
    await database.query(
      `insert into followup.setting (team_id, scope, place, name, value, chosen_by, chosen_at_ms)
       values ($1, $2, $3, $4, $5, $6, 0)`,
      [slack.teamId, scope, place, name, value, person]
    )
}

/** Somebody writes a few replies in a row, and thinks better of one. Returns what has to be known of afterwards. */
export async function thinkAgain(
  team: SimulatedTeam,
  chance: Chance,
  place: Place,
  nextPrompt: () => string
): Promise<string[]> {
  const { slack } = team
  const user = chance.pick(team.people)
  const replies: { ts: string; prompt: string }[] = []
  for (let count = chance.between(2, 4); count > 0; count--) {
    const prompt = nextPrompt()
    const { ts } = await slack.say({ user, text: prompt, ...place })
    replies.push({ ts, prompt })
    await team.advance(chance.between(500, 5_000))
  }
  await team.advance(chance.pick([0, 2_000, 60_000]))
  const { ts, prompt } = chance.pick(replies)
  const where = { channel: place.channel, messageTs: ts }
  if (chance.happens(0.4)) await slack.remove(where)
  else await slack.edit({ ...where, user, text: nextPrompt() })
  // Which words of that one go out, if any, is not known here.
  return replies.flatMap(reply => (reply.prompt === prompt ? [] : [reply.prompt]))
}

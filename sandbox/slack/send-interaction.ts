import { requirePerson, type SlackParts } from './slack-parts.ts'
import type { Json } from './slack-types.ts'
import { BOT, TEAM } from './slack-world.ts'

export type InteractionResult = { acknowledged: boolean; answer?: unknown; triggerId: string; responseUrl?: string }

/** Delivers what a person did with an element, a view or a shortcut; once, because the person waits for it. */
export async function sendInteraction(
  { world, deliveries, triggers }: SlackParts,
  user: string,
  fields: Json,
  responseUrl?: string
): Promise<InteractionResult> {
  const person = requirePerson(world, user)
  const name = person.name.toLowerCase()
  const triggerId = triggers.issue(user)
  const payload = {
    ...fields,
    user: { id: user, username: name, name, team_id: person.teamId },
    api_app_id: BOT.appId,
    token: 'verification',
    trigger_id: triggerId,
    team: { id: TEAM.id, domain: TEAM.domain },
    enterprise: world.enterpriseId ? { id: world.enterpriseId, name: 'Grid' } : null,
    is_enterprise_install: false,
    ...(responseUrl && { response_url: responseUrl })
  }
  const outcome = await deliveries.deliver(triggerId, 'interactive', payload)
  const acknowledged = outcome?.kind === 'acknowledged'
  return { acknowledged, triggerId, responseUrl, ...(acknowledged && { answer: outcome.answer }) }
}

import type { SlackClock } from './slack-clock.ts'
import { newId } from './slack-ids.ts'
import { SlackRefusal } from './slack-refusal.ts'

const TRIGGER_LIVES_MS = 3_000

export type Triggers = ReturnType<typeof createTriggers>

/** Trigger ids open one view each, within three seconds of what the person did. */
export function createTriggers(clock: SlackClock) {
  const issued = new Map<string, { user: string; atMs: number; used: boolean }>()

  return {
    issue(user: string): string {
      const id = `${newId('', 10)}.${newId('', 10)}.${newId('', 16).toLowerCase()}`
      issued.set(id, { user, atMs: clock.now(), used: false })
      return id
    },
    /** The person whose action the trigger came from. */
    use(id: string): string {
      const trigger = issued.get(id)
      if (!trigger) throw new SlackRefusal('invalid_trigger_id')
      if (trigger.used) throw new SlackRefusal('exchanged_trigger_id')
      if (clock.now() - trigger.atMs > TRIGGER_LIVES_MS) throw new SlackRefusal('expired_trigger_id')
      trigger.used = true
      return trigger.user
    }
  }
}

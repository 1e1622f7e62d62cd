import type { SlackMessage } from '../../slack/blocks.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { FoundSecret } from '../model/find-secrets.ts'
import { secretFoundMessage } from '../views/answers.ts'

/** What the author reads if the words, as Slack writes them, hold a secret. Undefined: they may go on. */
export function guardWords(deps: FollowupDeps, from: 'command' | 'message', words: string): SlackMessage | undefined {
  const found = stopSecrets(deps, from, decodeSlackText(words))
  return found.length === 0 ? undefined : secretFoundMessage(found, from)
}

export function stopSecrets({ findSecrets, log }: FollowupDeps, from: string, text: string): FoundSecret[] {
  const found = findSecrets(text)
  if (found.length > 0) log.info({ from, found: found.map(({ what }) => what) }, 'Words with a secret were stopped')
  return found
}

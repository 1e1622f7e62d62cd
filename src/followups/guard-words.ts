import { z } from 'zod'
import type { SlackMessage } from '../slack/blocks.ts'
import { decodeSlackText } from '../slack/slack-text.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { secretFoundMessage } from './messages/secret-messages.ts'
import { type FoundSecret, findSecrets } from './rules/find-secrets.ts'

/** Words that were stopped, and where they came from. Kept in the button itself, so that nothing of them stays with us. */
export const stoppedSchema = z.discriminatedUnion('from', [
  z.object({ from: z.literal('command'), text: z.string() }),
  z.object({
    from: z.literal('message'),
    text: z.string(),
    ts: z.string(),
    threadTs: z.string(),
    fileCount: z.number()
  }),
  z.object({ from: z.literal('edit'), text: z.string(), ts: z.string(), editedTs: z.string() })
])

export type StoppedWords = z.output<typeof stoppedSchema>

type StoppedFrom = StoppedWords['from'] | 'form' | 'id' | 'result'

type Deps = Pick<FollowupDeps, 'secrets' | 'holdsOwnSecret' | 'log'>

/** What the author reads if the words, as Slack writes them, look like they contain a secret. Undefined: they may go on. */
export function guardWords(deps: Deps, words: StoppedWords): SlackMessage | undefined {
  const text = decodeSlackText(words.text)
  const found = stopSecrets(deps, words.from, text)
  if (found.length === 0) return undefined
  return secretFoundMessage(found, {
    what: words.from === 'command' ? 'instruction' : words.from,
    isOneLine: !text.trim().includes('\n'),
    sendAnyway: rulingOn(deps, text) === 'ask' ? JSON.stringify(words) : undefined
  })
}

/** What becomes of a secret in these words: nobody may send the bot's own. */
export const rulingOn = ({ secrets, holdsOwnSecret }: Omit<Deps, 'log'>, text: string): FollowupDeps['secrets'] =>
  holdsOwnSecret(text) ? 'refuse' : secrets

/** What is found in words that must not go on then. */
export function findStopped(deps: Omit<Deps, 'log'>, text: string): FoundSecret[] {
  if (deps.holdsOwnSecret(text)) return [{ kind: 'own', line: 1, start: '' }]
  return deps.secrets === 'send' ? [] : findSecrets(text)
}

/** The same, noted for the operator. */
export function stopSecrets(deps: Deps, from: StoppedFrom, text: string): FoundSecret[] {
  const found = findStopped(deps, text)
  const kinds = found.map(({ kind }) => kind)
  if (found.length > 0) deps.log.info({ from, kinds }, 'Words that look like they contain a secret were stopped')
  return found
}

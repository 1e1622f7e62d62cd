import { LIMITS } from '../../slack/limits.ts'
import { type FoundSecret, findSecrets } from './find-secrets.ts'
import { parseReply } from './parse-reply.ts'
import { parseWhen, toSaid } from './parse-when.ts'
import { MOST_QUICK, type QuickFollowup, toLine, toQuick } from './quick-followups.ts'

export const LONGEST_LABEL = 30

type Wrong =
  | { kind: 'no label' | 'label too long' | 'same label' | 'nothing to send' | 'not for the agent' | 'no such time' }
  | { kind: 'too many' | 'too long' }
  | { kind: 'secret'; found: FoundSecret[] }

/** What is wrong with a line of what somebody wrote. */
export type QuickProblem = Wrong & { line: number }

/** One in each line, as `Label: what to send`. Or what is wrong with the first line that cannot be taken. */
export function parseQuick(text: string, find = findSecrets): { quick: QuickFollowup[] } | { problem: QuickProblem } {
  const quick: QuickFollowup[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const next = toQuick(line)
    const wrong = findWrong(next, quick, find)
    if (wrong) return { problem: { ...wrong, line: at + 1 } }
    quick.push(next)
  }
  return { quick }
}

function findWrong(next: QuickFollowup, before: QuickFollowup[], find: typeof findSecrets): Wrong | undefined {
  const { label, prompt } = next
  const found = find(toLine(next))
  if (found.length > 0) return { kind: 'secret', found }
  if (label === '') return { kind: 'no label' }
  if (label.length > LONGEST_LABEL) return { kind: 'label too long' }
  const timed = parseWhen(prompt)
  if (prompt === '' || timed?.prompt === '') return { kind: 'nothing to send' }
  if (timed && 'problem' in toSaid(timed, { nowMs: 0, zone: undefined })) return { kind: 'no such time' }
  if (before.some(other => other.label.toLowerCase() === label.toLowerCase())) return { kind: 'same label' }
  // A person who replied with it would be asked first, or answered by the bot.
  if (parseReply(prompt, '').kind !== 'instruction') return { kind: 'not for the agent' }
  if (before.length === MOST_QUICK) return { kind: 'too many' }
  // All of them have to fit into the field in which they are shown.
  return [...before, next].map(toLine).join('\n').length > LIMITS.inputText ? { kind: 'too long' } : undefined
}

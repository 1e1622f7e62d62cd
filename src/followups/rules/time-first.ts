import { escapeSlackText } from '../../slack/slack-text.ts'
import { ADDRESSING } from './named-first.ts'
import { parseCommand } from './parse-command.ts'
import { splitWhen } from './parse-when.ts'

/** "job_c90 at 18:00: …" is "at 18:00: job_c90 …", whoever it is for: otherwise it would go out at once. */
export function timeFirst(words: string): string {
  const [first = ''] = words.split(/\s/, 1)
  if (ADDRESSING.test(first)) {
    const rest = words.slice(first.length).trim()
    const timed = timeFirst(rest)
    return timed === rest ? words : timed
  }
  const command = parseCommand(escapeSlackText(words))
  const afterName = command.kind === 'send' ? command.prompt : command.kind === 'link' ? command.words : ''
  const split = splitWhen(afterName)
  if (split === undefined || !words.endsWith(afterName)) return words
  return `${split.said} ${words.slice(0, -afterName.length).trim()} ${split.rest}`.trim()
}

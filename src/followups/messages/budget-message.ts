import { type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { slackTime } from '../../slack/slack-text.ts'
import { table } from '../../slack/table.ts'
import type { Reader } from '../rules/reader.ts'
import type { SeenFollowup } from '../rules/seen-followup.ts'
import { jobName, wordsInOneLine } from './phrases.ts'
import { standingWords } from './state-words.ts'
import { cardLink, whoAsked } from './table-cells.ts'

export const WAITING_SHOWN = 20

export type BudgetFacts = {
  budget: {
    limit: number
    left: number
    nextFreeMs: number | undefined
    closedUntilMs: number | undefined
  }
  /** Those that the reader may see, and how many wait in all. */
  waiting: SeenFollowup[]
  count: number
  reader: Reader
  workspaceUrl: string
}

const HEAD = ['Where it stands', 'Job', 'Instruction', 'Asked by', 'Card']

/** How much can still be sent this hour, when more can, and what waits for it. */
export function budgetMessage({ budget, waiting, count, reader, workspaceUrl }: BudgetFacts): SlackMessage {
  const lines = [...budgetLines(budget), waitingWords(waiting.length, count)].join('\n')
  const rows = waiting.map(({ followup, job, hold }) => [
    standingWords(followup, job, hold),
    jobName(followup.jobId),
    wordsInOneLine(followup.prompt),
    whoAsked(followup, reader),
    cardLink(followup, reader, workspaceUrl)
  ])
  return toMessage(section(lines), ...(rows.length === 0 ? [] : [table(HEAD, rows)]))
}

function budgetLines({ limit, left, nextFreeMs, closedUntilMs }: BudgetFacts['budget']): string[] {
  const freed = nextFreeMs === undefined ? '' : ` The next one is free at about ${slackTime(nextFreeMs)}.`
  const hour =
    left === 0
      ? `This hour’s follow-ups are used up: ${limit} of ${limit}.${freed}`
      : `*${left}* of ${limit} follow-ups are left this hour, for everybody together.`
  return closedUntilMs === undefined
    ? [hour]
    : [hour, `The agent isn’t taking any right now. I’ll try again at about ${slackTime(closedUntilMs)}.`]
}

function waitingWords(shown: number, count: number): string {
  if (count === 0) return 'Nothing is waiting to be sent.'
  const waiting = count === 1 ? 'One is waiting to be sent' : `${count} are waiting to be sent`
  const hidden = count - shown
  if (hidden === 0) return `${waiting}:`
  return shown === 0 ? `${waiting}, in other channels.` : `${waiting}, ${hidden} of them not shown here:`
}

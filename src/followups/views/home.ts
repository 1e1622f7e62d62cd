import type { types } from '@slack/bolt'
import {
  actions,
  buttonRow,
  context,
  divider,
  plainMessage,
  type SlackMessage,
  section,
  toMessage
} from '../../slack/blocks.ts'
import { slackTime } from '../../slack/slack-text.ts'
import type { Followup } from '../model/followup.ts'
import { endedAtMs, type HomeItem, MOST_SHOWN } from '../model/home-items.ts'
import { helpMessage, REFUSED, type RefusalCause, settingsButton } from './answers.ts'
import { type Hour, hourWords, jobName, joined, saidInOneLine } from './phrases.ts'
import { REPORTED_LATE } from './result.ts'
import { headline, offersOf, whyWords } from './state-words.ts'
import { dontTellButton } from './watches.ts'

const TITLES: Record<HomeItem['group'], string> = {
  decide: 'Needs your decision',
  running: 'Under way',
  watched: 'Jobs I’ll tell you about',
  ended: 'The last 24 hours'
}

/** The message stays the same for as long as nothing but time changes. */
export function homeMessage(items: HomeItem[], budget: Hour | undefined): SlackMessage {
  const shown = items.slice(0, MOST_SHOWN)
  const none = section('You have nothing under way. What you ask an agent to do will be listed here.')
  return toMessage(
    ...(shown.length === 0 ? [none] : []),
    ...shown.flatMap((item, place) => [...titleOf(item, shown[place - 1]), ...itemBlocks(item)]),
    ...(items.length > shown.length ? [context(`There are more; these are the first ${MOST_SHOWN}.`)] : []),
    divider(),
    ...(budget ? [section(`*This hour*\n${hourWords(budget)}`)] : []),
    actions(settingsButton()),
    divider(),
    ...helpMessage().blocks
  )
}

export const homeRefusedMessage = (cause: RefusalCause): SlackMessage =>
  plainMessage(`Nothing to show: ${REFUSED[cause]}`)

function titleOf({ group }: HomeItem, above: HomeItem | undefined): types.KnownBlock[] {
  if (group === above?.group) return []
  return [...(above ? [divider()] : []), section(`*${TITLES[group]}*`)]
}

function itemBlocks(item: HomeItem): types.KnownBlock[] {
  if (item.group === 'watched') {
    const { jobId, sinceMs, threadUrl } = item.watch
    const words = joined(`🔔 ${jobName(jobId)}`, `asked ${ago(sinceMs)}`, cardLink(threadUrl))
    return [section(words), actions(dontTellButton(item.watch))]
  }
  const { followup, job, cardUrl, group } = item
  const words = `${joined(headline(followup, job), timeWords(followup), cardLink(cardUrl))}\n${saidInOneLine(followup)}\n${whyWords(followup)}`
  const buttons = group === 'ended' ? [] : offersOf(followup)
  return [section(words.trimEnd()), ...buttonRow(...buttons)]
}

const cardLink = (url: string | null | undefined) => url && `<${url}|Open its card>`

/** Slack itself keeps count of how long ago something was. */
function timeWords(followup: Followup): string {
  const { progress, writtenAtMs } = followup
  if ('resultId' in progress && progress.late) return REPORTED_LATE
  if ('resultId' in progress) return `ended ${ago(progress.endedAtMs ?? progress.atMs)}`
  const endedMs = endedAtMs(followup)
  if (endedMs !== undefined) return ago(endedMs)
  return 'sentAtMs' in progress ? `sent ${ago(progress.sentAtMs)}` : `asked ${ago(writtenAtMs)}`
}

const ago = (ms: number) => slackTime(ms, '{ago}')

import { context, type SlackMessage, toMessage } from '../../slack/blocks.ts'
import { slackTime } from '../../slack/slack-text.ts'
import type { Elsewhere } from '../rules/elsewhere.ts'
import { DATE, jobName, mention } from './phrases.ts'

const MOST_CHANNELS = 3

/** "#api, #docs and elsewhere" */
function whereWords({ channelIds, isHidden }: Elsewhere): string {
  const isCut = channelIds.length > MOST_CHANNELS
  const named = channelIds.slice(0, MOST_CHANNELS).map(id => `<#${id}>`)
  const places = isHidden || isCut ? [...named, 'elsewhere'] : named
  const [last = '', ...before] = places.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}

/** A line of the card, which is only ever edited in: that notifies nobody. */
export function elsewhereLine(elsewhere: Elsewhere): string {
  const { count, last } = elsewhere
  const [what, when] = count === 1 ? ['1 instruction', 'sent '] : [`${count} instructions`, 'the latest ']
  const by = last.by === undefined ? '' : ` by ${mention(last.by)}`
  return `↪ Also steered from ${whereWords(elsewhere)}: ${what}, ${slackTime(last.atMs, DATE, when)}${by}`
}

/** Said in a thread whose own instruction is under way, in one line, and to nobody by name. */
export function elsewhereNotice(jobId: string, elsewhere: Elsewhere): SlackMessage {
  const { count, last } = elsewhere
  const where = whereWords(elsewhere)
  const what =
    count === 1
      ? `an instruction from ${where} ${slackTime(last.atMs, '{time}', 'at ')}, so what comes next may be about both.`
      : `${count} instructions from ${where}, ${slackTime(last.atMs, '{time}', 'the latest at ')}, so what comes next may be about all of them.`
  return toMessage(context(`↪ ${jobName(jobId)} was also sent ${what}`))
}

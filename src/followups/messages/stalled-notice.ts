import { actions, button, context, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { type Followup, isIn } from '../rules/followup.ts'
import type { ProgressOf } from '../rules/progress.ts'
import { addressed, byAndAt, durationWords, jobName } from './phrases.ts'
import { rangeWords } from './usual-words.ts'

type Stalled = NonNullable<ProgressOf<'watching'>['stalled']>

const stalledOf = ({ progress }: Followup): Stalled | undefined =>
  'stalled' in progress ? progress.stalled : undefined

/** The follow-up that names the question about work that takes longer than usual, if this one was asked about. */
export const stalledIn = (followup: Followup): string | undefined => stalledOf(followup)?.in

/** Their work takes much longer than usual: those who asked for it hear whether to go on watching it. Afterwards, what became of that. */
export function stalledNotice(together: Followup[]): SlackMessage | undefined {
  const [first] = together
  const stalled = first && stalledOf(first)
  if (first === undefined || stalled === undefined) return undefined
  const isWatched = together.some(({ progress }) => progress.state === 'watching' && progress.told === undefined)
  const { afterMs, usual } = stalled
  const kept = together.map(followup => stalledOf(followup)?.kept).find(choice => choice !== undefined)
  const words = `${jobName(first.jobId)} ${isWatched ? 'is' : 'was'} still working after ${durationWords(afterMs)}; usually it’s done in ${rangeWords(usual)}.`
  if (!isWatched) return toMessage(section(words), context(endWords(together)))
  if (kept) return toMessage(section(words), context(`I’ll keep watching · ${byAndAt(kept)}`))
  return toMessage(
    section(addressed(together, words)),
    actions(button('keep-on', 'Keep watching', first.id), button('stop-watching', 'Stop watching', first.jobId))
  )
}

function endWords(together: Followup[]): string {
  const stopped = together.find(followup => isIn(followup, 'unwatched'))
  if (stopped === undefined || !isIn(stopped, 'unwatched')) return 'It has since ended.'
  return stopped.progress.because === 'stopped'
    ? `Stopped watching · ${byAndAt(stopped.progress)}`
    : 'No longer watched.'
}

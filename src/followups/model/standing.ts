import type { Followup, In, With } from './followup.ts'
import { isCancelled, type Progress, type ProgressOf, type Unwatched } from './progress.ts'
import { type Held, isOutage, type Waiting } from './wait.ts'

/** In the order in which people want to see them. */
export const GROUPS = ['undecided', 'held', 'running', 'waiting', 'idle', 'done'] as const

export type Offer = 'send-now' | 'cancel' | 'send-again' | 'leave-it'

type Facts = {
  /** ⚠️ means one thing: a person has to decide. */
  icon: '⏳' | '⏰' | '⏲️' | '⏸' | '✅' | '❌' | '⚠️' | '🔕' | '🚫'
  /** On the message that holds it: that the bot saw it and that the agent has it are different facts. */
  mark: string | null
  group: (typeof GROUPS)[number]
  offers: readonly Offer[]
  isInLine?: true
}

const LATER = ['send-now', 'cancel'] as const

export const STANDINGS = {
  queued: { icon: '⏳', mark: 'eyes', group: 'running', offers: ['cancel'], isInLine: true },
  held: { icon: '⏸', mark: 'double_vertical_bar', group: 'held', offers: ['cancel'], isInLine: true },
  // The agent service, or Slack, is away: trying sooner does no harm.
  'held by an outage': { icon: '⏸', mark: 'double_vertical_bar', group: 'held', offers: LATER, isInLine: true },
  'until idle': { icon: '⏰', mark: 'alarm_clock', group: 'waiting', offers: LATER },
  scheduled: { icon: '⏰', mark: 'alarm_clock', group: 'waiting', offers: LATER },
  undoable: { icon: '⏲️', mark: 'timer_clock', group: 'waiting', offers: LATER },
  sending: { icon: '⏳', mark: 'eyes', group: 'running', offers: [], isInLine: true },
  sent: { icon: '⏳', mark: 'incoming_envelope', group: 'running', offers: [] },
  'not started': { icon: '⏳', mark: 'incoming_envelope', group: 'idle', offers: [] },
  'in doubt': { icon: '⚠️', mark: 'warning', group: 'undecided', offers: ['send-again', 'leave-it'] },
  dismissed: { icon: '⏳', mark: 'eyes', group: 'running', offers: [] },
  'in doubt for good': { icon: '⚠️', mark: 'warning', group: 'undecided', offers: ['send-again', 'leave-it'] },
  // Somebody decided to leave it, and it never showed a sign: it can be sent again, but nobody is asked.
  'left in doubt': { icon: '🔕', mark: 'no_bell', group: 'done', offers: ['send-again'] },
  completed: { icon: '✅', mark: 'white_check_mark', group: 'done', offers: [] },
  failed: { icon: '❌', mark: 'x', group: 'done', offers: [] },
  archived: { icon: '🔕', mark: 'no_bell', group: 'done', offers: [] },
  'never started': { icon: '🔕', mark: 'incoming_envelope', group: 'done', offers: [] },
  unwatched: { icon: '🔕', mark: 'no_bell', group: 'done', offers: [] },
  replaced: { icon: '🔕', mark: 'no_bell', group: 'done', offers: [] },
  rejected: { icon: '❌', mark: 'x', group: 'done', offers: [] },
  cancelled: { icon: '🚫', mark: null, group: 'done', offers: [] }
} satisfies Record<string, Facts>

export type Standing = keyof typeof STANDINGS

export const standingFactsOf = (followup: Stands): Facts => STANDINGS[standingOf(followup)]

/** The names of those of which this is true, for SQL, which reads the standing that is stored with every save. */
export const standingsThat = (are: (facts: Facts) => boolean | undefined): string =>
  Object.entries<Facts>(STANDINGS)
    .flatMap(([name, facts]) => (are(facts) ? [`'${name}'`] : []))
    .join(', ')

/** Its group says which kind of reason it is: *waiting* is what its author wants, *held* what keeps it when it is its turn. */
export const WAITING: Record<Exclude<Waiting['why'], Held['why']>, Standing> = {
  turn: 'queued',
  idle: 'until idle',
  time: 'scheduled',
  undo: 'undoable'
}

type Stands = { progress: Progress }

export function standingOf({ progress }: Stands): Standing {
  switch (progress.state) {
    case 'waiting':
      if ('tries' in progress) return isOutage(progress.why) ? 'held by an outage' : 'held'
      return WAITING[progress.why]
    case 'watching':
      return whileWatched(progress)
    case 'ended':
      return 'resultId' in progress ? progress.how : onceUnwatched(progress)
    case 'dropped':
      return isCancelled(progress) ? 'cancelled' : 'rejected'
    default:
      return progress.state
  }
}

function whileWatched({ delivery, dismissed, toldAtMs, evidence }: ProgressOf<'watching'>): Standing {
  if (delivery === 'maybe') return dismissed ? 'dismissed' : 'in doubt'
  return toldAtMs !== undefined && evidence.restSinceMs !== undefined ? 'not started' : 'sent'
}

function onceUnwatched({ how, delivery, dismissed }: Unwatched): Standing {
  if (how === 'sent again') return 'replaced'
  if (delivery === 'sure') return how === 'no work' ? 'never started' : 'unwatched'
  if (how !== 'no sign' && how !== 'deadline') return 'unwatched'
  return dismissed ? 'left in doubt' : 'in doubt for good'
}

export const isInLine = (followup: Stands): boolean => standingFactsOf(followup).isInLine === true

export const mayBeSentAgain = (followup: Followup): followup is In<'watching'> | With<Unwatched> =>
  standingFactsOf(followup).offers.includes('send-again')

export const isReplaced = (followup: Stands): boolean => standingOf(followup) === 'replaced'

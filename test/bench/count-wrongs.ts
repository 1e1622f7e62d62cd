import type { Send } from './stubs/bench-agent.ts'

/** A command as Slack saw it, in a channel of its own: `takenAtMs` is when the bot acknowledged it. */
export type Command = { jobId: string; channel: string; prompt: string; givenAtMs: number; takenAtMs?: number }

/** What a channel read about a job: that it has finished, with its pull request, or that nobody knows whether it got a follow-up. */
export type Heard = { jobId: string; channel: string; what: 'finished' | 'doubt'; pullRequest?: string; atMs: number }

export type Witnessed = { commands: Command[]; sends: Send[]; heard: Heard[]; worksMs: number; killsAtMs: number[] }

/** What goes wrong when a bot is killed, as those see it who wait for it. */
export const WRONGS = [
  'lost',
  'under way at a kill, never told',
  'sent twice',
  'told twice',
  'out of order',
  'told falsely'
] as const
export type Wrong = (typeof WRONGS)[number]

/** How many of the acknowledged commands went wrong in each way, and how many could have. */
export function countWrongs({ commands, sends, heard, worksMs, killsAtMs }: Witnessed) {
  const acknowledged = commands.filter(({ takenAtMs }) => takenAtMs !== undefined)
  const sendsOf = Map.groupBy(sends, ({ prompt }) => prompt)
  const arrivedAtMs = ({ prompt }: Command) => sendsOf.get(prompt)?.[0]?.atMs ?? Number.POSITIVE_INFINITY
  const jobs = Map.groupBy(commands, ({ jobId }) => jobId)
  const heardIn = Map.groupBy(heard, ({ channel }) => channel)
  const finishes = heard.filter(({ what }) => what === 'finished')

  const toldAtMs = (command: Command) =>
    heardIn.get(command.channel)?.find(({ what, atMs }) => what === 'doubt' || atMs >= arrivedAtMs(command))?.atMs ??
    Number.POSITIVE_INFINITY

  const lost = acknowledged.filter(one => toldAtMs(one) === Number.POSITIVE_INFINITY)

  const underWay = new Set(
    acknowledged.filter(one => killsAtMs.some(atMs => (one.takenAtMs ?? 0) <= atMs && atMs < toldAtMs(one)))
  )

  const mustFollow = (earlier: Command, later: Command) =>
    earlier.takenAtMs !== undefined && later.takenAtMs !== undefined && earlier.takenAtMs < later.givenAtMs
  const isOvertaken = (earlier: Command) =>
    (jobs.get(earlier.jobId) ?? []).some(
      later => mustFollow(earlier, later) && arrivedAtMs(later) < arrivedAtMs(earlier) && sendsOf.has(earlier.prompt)
    )

  const sendsTo = Map.groupBy(sends, ({ jobId }) => jobId)
  /** By then, the job had not been at rest again; each message has it work for as long from then on. */
  const isFalse = ({ jobId, atMs }: Heard) =>
    !(sendsTo.get(jobId) ?? []).some(
      (one, place, all) =>
        one.atMs + worksMs <= atMs && (all[place + 1]?.atMs ?? Number.POSITIVE_INFINITY) >= one.atMs + worksMs
    )

  const inDoubt = new Set(heard.filter(({ what }) => what === 'doubt').map(({ jobId }) => jobId))
  /** A channel hears of its own run; of another, with a pull request of its own, only while it may be of a follow-up in doubt. */
  const mayHear = (ones: Heard[]) =>
    ones.some(({ jobId }) => inDoubt.has(jobId)) ? new Set(ones.map(({ pullRequest }) => pullRequest)).size : 1

  const wrongs: Record<Wrong, number> = {
    lost: lost.length,
    'under way at a kill, never told': lost.filter(one => underWay.has(one)).length,
    'sent twice': [...sendsOf.values()].filter(ones => ones.length > 1).length,
    'told twice': [...Map.groupBy(finishes, ({ channel }) => channel).values()].reduce(
      (sum, ones) => sum + ones.length - mayHear(ones),
      0
    ),
    'out of order': acknowledged.filter(isOvertaken).length,
    'told falsely': finishes.filter(isFalse).length
  }
  return { wrongs, acknowledged: acknowledged.length, underWay: underWay.size }
}

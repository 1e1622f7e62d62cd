const READ = /database\.select|agent\.readJob|slack\.findPosted|people\./

/**
 * The crossings at which a kill can leave something different behind. From the end of one call to the start of the next nothing is
 * done. A read changes nothing, so before it is as after it, and a run of reads has two ends: the queue may close one task and
 * open the next between them. Inside a transaction nothing is stored before the end of it. `CRASH_POINTS=all` tries every single
 * one all the same.
 */
export function chooseCrossings(crossings: string[], all: boolean): string[] {
  if (all) return crossings
  const apart = crossings.filter((crossing, place) => {
    const followsAnEnd = crossings[place - 1]?.startsWith('after') ?? false
    return !(crossing.startsWith('before') && (followsAnEnd || READ.test(crossing)))
  })
  return apart.filter((crossing, place) => {
    const [previous = '', next = ''] = [apart[place - 1], apart[place + 1]]
    const isInsideReads = READ.test(crossing) && READ.test(previous) && READ.test(next)
    const isInsideTransaction = /enqueue/.test(crossing) && !/after database/.test(next)
    return !isInsideReads && !isInsideTransaction
  })
}

const CHANGES_NOTHING = /^after (?!agent|slack\.post)|database\.(select|WITH)|people\.|before agent\.readJob/

/**
 * Where to stand still: once before each kind of call that changes something, and once with an answer of the agent or of Slack in
 * hand, in the middle of the day; and before a command is stored. `CRASH_POINTS=all` tries every single crossing here as well.
 */
export function choosePauses(crossings: string[], all: boolean): string[] {
  if (all) return crossings
  const changes = crossings.filter(crossing => !CHANGES_NOTHING.test(crossing))
  const kinds = Map.groupBy(changes, crossing => crossing.replace(/ #\d+$/, ''))
  const ofEachKind = [...kinds.values()].flatMap(alike => alike[Math.floor(alike.length / 2)] ?? [])
  return ['before database.transaction #1', ...ofEachKind]
}

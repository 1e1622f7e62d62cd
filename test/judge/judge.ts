import { type Instruction, MORE, readInstructions, versionsBefore, WORDS } from './instructions.ts'
import type { Arrival, Deed, Ledger, Said } from './ledger.ts'

// Reads a ledger as a person would who saw everything in Slack and at the agent services, and knows what the bot promises.

/** What is broken, by the promise that breaks it: a sentence for each time. */
export type Verdict = {
  /** Accepted, and nobody heard what became of it. */
  lost: string[]
  sentTwice: string[]
  postedTwice: string[]
  /** Reached its job before one that was accepted earlier. */
  outOfOrder: string[]
  /** Reached the agent after people were told that nobody knows, or that it was not sent. */
  sentLate: string[]
  /** Reached the agent before its time. */
  early: string[]
  /** Reached the agent long after its author took it back. */
  takenBack: string[]
  /** Reached another job, or was told with news from another project. */
  wrongPlace: string[]
  /** Told as finished when no run had ended since it arrived, or as not sent when it was. */
  falseNews: string[]
}

/** Instructions that were accepted, and of how many people read that nobody knows whether they arrived. */
export type Judged = { accepted: number; inDoubt: number; verdict: Verdict }

/** Slack's clock and the database's agree to within this. */
const SAME_TIME_MS = 1_000
/** What a dead or standing process had in hand is taken over by then. */
const TAKEN_BACK_WITHIN_MS = 45_000
/** A little less than the second and the minute for which a reply waits for an earlier one. */
const WAITED_FOR_MS = 900
const READ_WITHIN_MS = 59_000

const RESULT = /\*job_\w+\* (?:finished|failed|was archived)/
const CANCELLED = /cancelled before it was sent/
const NOT_SENT = /not delivered:|Not sent:|cancelled before it was sent/
const NO_MORE_NEWS = /stopped watching|hasn’t started on it|started on it later|unclear whether|maybe delivered/
const MARKS_OF_AN_END = ['white_check_mark', 'x', 'no_bell', 'warning', 'incoming_envelope']

/**
 * `meant` knows what the ledger does not show: that words wait for something, or that it depends on when they were read whether
 * they are for the agent at all.
 */
export function judge(
  ledger: Ledger,
  meant: (words: string) => 'later' | 'perhaps' | undefined = () => undefined
): Judged {
  const instructions = readInstructions(ledger)
  for (const instruction of instructions) instruction.isLater ||= meant(instruction.words) === 'later'
  const accepted = instructions.filter(
    ({ deed, words }) => deed.takenAtMs !== undefined && !deed.isAnswered && meant(words) !== 'perhaps'
  )
  const arrivals = Map.groupBy(ledger.arrivals, ({ prompt }) => prompt.match(WORDS)?.[0] ?? '')
  const said = Map.groupBy(
    ledger.said.flatMap(each => [...new Set(each.text.match(WORDS))].map(words => ({ words, each }))),
    ({ words }) => words
  )
  const arrivalsOf = ({ words }: Instruction) => arrivals.get(words) ?? []
  const saidOf = ({ words }: Instruction) => (said.get(words) ?? []).map(({ each }) => each)
  const isDoubt = ({ operation = '' }: Pick<Said, 'operation'>) => operation.endsWith(':maybe')
  const doubtOf = (instruction: Instruction) => saidOf(instruction).find(isDoubt)
  const wasPressed = ({ pressed }: Instruction, buttons: string[], byMs = Infinity) =>
    pressed.some(({ button, atMs }) => buttons.includes(button) && atMs <= byMs)

  /** Nobody repeats what a person did not ask for again. */
  function sentTwice(instruction: Instruction): boolean {
    const all = [instruction, ...versionsBefore(instruction)]
    const asked = all.flatMap(({ pressed }) => pressed).filter(isOnceMore).length
    return all.flatMap(arrivalsOf).length > 1 + asked && arrivalsOf(instruction).length > 0
  }

  const placeOf = ({ channel, ts }: Said) => `${channel}/${ts}`
  const cancelled = ledger.said.filter(({ how, text }) => how === 'update' && CANCELLED.test(text))
  const sayCancelled = new Set(cancelled.map(placeOf))
  /** A notice of what waits is about one follow-up, and no longer quotes it once it is cancelled. */
  const saysCancelled = (each: Said) => each.operation?.endsWith(':waiting') === true && sayCancelled.has(placeOf(each))
  const replaced = new Set(instructions.flatMap(({ insteadOf }) => insteadOf ?? []))
  const isOfAnEdit = (instruction: Instruction) => replaced.has(instruction) || instruction.insteadOf !== undefined

  function isTold(instruction: Instruction): boolean {
    const { deed, isDeleted } = instruction
    const texts = saidOf(instruction)
    const isNamed = texts.some(
      ({ text, operation = '', how }) =>
        isDoubt({ operation }) ||
        (operation.includes(':result') && RESULT.test(text)) ||
        NOT_SENT.test(text) ||
        NO_MORE_NEWS.test(text) ||
        how === 'private'
    )
    const marks = marksOn(ledger, deed)
    const isMarked = MARKS_OF_AN_END.some(name => marks.has(name))
    const isCancelled = wasPressed(instruction, ['cancel']) || (isOfAnEdit(instruction) && texts.some(saysCancelled))
    const isGone = (isDeleted || isCancelled) && arrivalsOf(instruction).length === 0
    const isInACrowd = arrivalsOf(instruction).some(arrival => crowdedResult(ledger, instruction, arrival))
    return isNamed || isMarked || isGone || isInACrowd
  }

  const lost = accepted.filter(instruction => {
    const later = instructions.filter(other => versionsBefore(other).includes(instruction))
    return (
      ![instruction, ...later].some(isTold) && !(replaced.has(instruction) && later.some(({ deed }) => !deed.takenAtMs))
    )
  })
  const late = accepted.filter(instruction => {
    const doubtMs = doubtOf(instruction)?.atMs ?? Infinity
    return arrivalsOf(instruction).some(
      ({ atMs }) => atMs > doubtMs + SAME_TIME_MS && !wasPressed(instruction, ONCE_MORE, atMs)
    )
  })
  const early = accepted.filter(instruction =>
    arrivalsOf(instruction).some(
      ({ atMs }) => atMs < instruction.notBeforeMs - SAME_TIME_MS && !wasPressed(instruction, ['send-now'], atMs)
    )
  )
  const takenBack = accepted.filter(instruction =>
    arrivalsOf(instruction).some(
      ({ atMs }) => atMs > instruction.takenBackMs + TAKEN_BACK_WITHIN_MS && !wasPressed(instruction, ONCE_MORE, atMs)
    )
  )
  const repositories = new Set(ledger.arrivals.map(({ repository }) => nameOf(repository)))
  const isElsewhere = ({ repository }: Arrival, { text }: Said) =>
    !text.includes(nameOf(repository)) && [...repositories].some(name => text.includes(name))
  const wrongPlace = accepted.filter(instruction =>
    arrivalsOf(instruction).some(
      arrival =>
        (instruction.jobId !== undefined && arrival.jobId !== instruction.jobId) ||
        saidOf(instruction).some(each => each.how !== 'private' && isElsewhere(arrival, each))
    )
  )
  return {
    accepted: accepted.length,
    inDoubt: accepted.filter(doubtOf).length,
    verdict: {
      lost: lost.map(describe),
      sentTwice: instructions.filter(sentTwice).map(describe),
      postedTwice: repeated(
        ledger.said.flatMap(({ how, operation }) => (how === 'post' && operation ? [operation] : []))
      ),
      // What gets no answer in time can arrive after the next one.
      outOfOrder: findDisorder(
        accepted.filter(instruction => !doubtOf(instruction)),
        arrivalsOf
      ),
      sentLate: late.map(describe),
      early: early.map(describe),
      takenBack: takenBack.map(describe),
      wrongPlace: wrongPlace.map(describe),
      falseNews: accepted.flatMap(instruction =>
        findFalseNews(instruction, {
          ledger,
          arrivals: arrivalsOf(instruction),
          ofMessage: instructions.filter(({ deed }) => isSameMessage(deed, instruction.deed)).flatMap(arrivalsOf),
          tries: instructions.filter(({ words }) => words === instruction.words).length,
          said: saidOf(instruction)
        })
      )
    }
  }
}

const ONCE_MORE = ['send-again', 'try-again']
const isOnceMore = ({ button }: { button: string }) => ONCE_MORE.includes(button)

/** `acme/docs` of `https://github.com/acme/docs`. */
const nameOf = (repository: string) => repository.split('/').slice(-2).join('/')

type Place = Pick<Deed, 'channel' | 'ts'>
const isSameMessage = (one: Place, other: Place) =>
  one === other || (one.ts !== undefined && one.ts === other.ts && one.channel === other.channel)

const describe = ({ words, deed, jobId }: Instruction) => `${words} (${deed.how} for ${jobId ?? 'no job'})`

const repeated = (all: string[]) => all.filter((one, place) => all.indexOf(one) !== place)

/** The bot's marks on the message that holds it, as they are in the end. */
function marksOn({ said }: Ledger, { channel, ts }: Deed): Set<string> {
  const marks = new Set<string>()
  for (const { how, text, ...each } of said) {
    if (ts === undefined || each.ts !== ts || each.channel !== channel) continue
    if (how === 'mark') marks.add(text)
    if (how === 'unmark') marks.delete(text)
  }
  return marks
}

const crowdedResult = ({ said }: Ledger, { deed, jobId }: Instruction, { atMs }: Arrival) =>
  said.some(
    each =>
      each.atMs > atMs &&
      each.channel === (deed.channel || each.channel) &&
      each.text.includes(`*${jobId}* `) &&
      RESULT.test(each.text) &&
      MORE.test(each.text)
  )

/** `tries`: how often somebody wrote the same words, as one does with a command that failed. */
type Seen = { ledger: Ledger; arrivals: Arrival[]; ofMessage: Arrival[]; tries: number; said: Said[] }

function findFalseNews(
  { words, deed, pressed }: Instruction,
  { ledger, arrivals, ofMessage, tries, said }: Seen
): string[] {
  /** Of these, one had arrived before a run of its job ended. */
  const hasEnded = (these: Arrival[], byMs: number, as: string) =>
    these.some(({ jobId, project, atMs }) =>
      ledger.arrivals.some(
        ({ workEndsAtMs, endsAs, ...other }) =>
          other.jobId === jobId &&
          other.project === project &&
          endsAs.includes(as) &&
          workEndsAtMs !== null &&
          workEndsAtMs > atMs - SAME_TIME_MS &&
          workEndsAtMs <= byMs + SAME_TIME_MS
      )
    )
  const endIn = ({ operation = '', text }: Said) =>
    operation.includes(':result') ? /\* (finished|failed)/.exec(text)?.[1] : undefined
  const isTrueEnd = (each: Said) =>
    endIn(each) === undefined || hasEnded(arrivals, each.atMs, endIn(each) === 'failed' ? 'failed' : 'completed')
  const marks = (name: string) =>
    ledger.said.filter(
      ({ how, text, channel, ts }) => how === 'mark' && text === name && isSameMessage({ channel, ts }, deed)
    )
  const isSaidToBeSent = ({ operation = '' }: Said) => operation.endsWith(':not-started')
  const isRefusal = ({ how, text, operation = '' }: Said) =>
    operation.endsWith(':rejected') ||
    (/:(?:waiting|typed)$/.test(operation) && /cancelled before it was sent/i.test(text)) ||
    (how === 'private' && /^Not sent(?: to \*\S+\*)?:(?!.*earlier words)/.test(text))
  const hasArrived = (these: Arrival[], { atMs }: Said) => these.some(each => each.atMs <= atMs + SAME_TIME_MS)
  return [
    ...said
      .filter(each => !isTrueEnd(each))
      .map(each => `${words} was told as ${endIn(each)}, and no run had ended so since it arrived`),
    ...marks('white_check_mark')
      .filter(each => !hasEnded(ofMessage, each.atMs, 'completed'))
      .map(() => `the message of ${words} was marked as done, and no run had ended since it arrived`),
    ...marks('incoming_envelope')
      .filter(each => !hasArrived(ofMessage, each))
      .map(() => `the message of ${words} was marked as sent, and had not arrived`),
    ...said
      .filter(each => isSaidToBeSent(each) && !hasArrived(arrivals, each))
      .map(() => `${words} was told as sent, and had not arrived`),
    ...said
      .filter(each => isRefusal(each) && arrivals.length >= tries && !pressed.some(isOnceMore))
      .map(() => `${words} was told as not sent, and it was`)
  ]
}

/** What reached its job after a later one, although the bot had it in time. */
function findDisorder(accepted: Instruction[], arrivalsOf: (instruction: Instruction) => Arrival[]): string[] {
  const isPlain = ({ isLater, pressed }: Instruction) => !isLater && pressed.length === 0
  const arrived = accepted.filter(isPlain).flatMap(instruction => {
    const [arrival] = arrivalsOf(instruction)
    return arrival ? [{ instruction, arrival }] : []
  })
  return [...Map.groupBy(arrived, ({ arrival: { project, jobId } }) => `${project} ${jobId}`).values()].flatMap(ofJob =>
    ofJob.flatMap(earlier =>
      ofJob
        .filter(later => later.arrival.seq < earlier.arrival.seq && mustFollow(later, earlier))
        .map(later => `${later.instruction.words} before ${earlier.instruction.words} at ${later.arrival.jobId}`)
    )
  )
}

type Arrived = { instruction: Instruction; arrival: Arrival }

/** Slack may tell of a message long after it was written. */
const writtenMs = ({ how, ts, atMs }: Deed) => (how === 'message' ? Number(ts) * 1_000 : atMs)

function mustFollow(later: Arrived, earlier: Arrived): boolean {
  const [last, first] = [later.instruction.deed, earlier.instruction.deed]
  const [lastMs, firstMs] = [writtenMs(last), writtenMs(first)]
  if (!first.isTakenAtOnce || first.takenAtMs === undefined || firstMs >= lastMs) return false
  // How long such a message is being read shows nowhere, and another one does not wait for it.
  if (earlier.instruction.isOutside) return false
  const areReplies = last.how === 'message' && first.how === 'message'
  // It waits for one that could not be read yet, but no longer than that.
  if (first.how === 'message' && later.arrival.atMs - lastMs >= READ_WITHIN_MS) return false
  const isSameThread = areReplies && last.channel === first.channel && last.threadTs === first.threadTs
  const knownMs = isSameThread ? first.takenAtMs : Math.max(first.takenAtMs, earlier.instruction.cardKnownMs)
  return knownMs <= lastMs + (areReplies ? WAITED_FOR_MS : 0)
}

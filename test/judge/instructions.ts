import type { Deed, Ledger, Said } from './ledger.ts'

export type Instruction = {
  words: string
  deed: Deed
  jobId: string | undefined
  /** Its own time has come, or its job is idle, or it can no longer be undone. */
  isLater: boolean
  notBeforeMs: number
  /** Written outside of the threads of jobs, as a message. */
  isOutside: boolean
  /** Until then, the bot may not have known of the card in whose thread it is. */
  cardKnownMs: number
  isDeleted: boolean
  /** When the bot certainly knew that its author wants it back. */
  takenBackMs: number
  /** What its message said before an edit. */
  insteadOf?: Instruction
  /** Somebody pressed what sends it without waiting, or once more. */
  pressed: { button: string; atMs: number }[]
}

/** Every instruction is known by them: a kind and a number, of which there are no two. */
export const WORDS = /(?:command|reply|instruction) \d+(?!\d)/g
const JOB = /\bjob_\w+/
const CARD = /\*(job_\w+)\* · /
/** What says when ends in a colon, before the words. */
const LATER = /: $/
/** A result names three, and says how many more there were. */
export const MORE = /\band \d+ more/
const IN_MINUTES = /\bin (\d+) min:/

const MINUTE_MS = 60_000

export const versionsBefore = ({ insteadOf }: Instruction): Instruction[] =>
  insteadOf === undefined ? [] : [insteadOf, ...versionsBefore(insteadOf)]

/** What people wrote, with what they did about it later. */
export function readInstructions(ledger: Ledger): Instruction[] {
  const { deeds, said, botUserId } = ledger
  const instructions: Instruction[] = []
  const ofMessage = ({ channel, ts }: Deed) =>
    instructions.findLast(({ deed }) => ts !== undefined && deed.ts === ts && deed.channel === channel)
  const cards = new Map(
    said.flatMap(each => (each.how === 'post' && CARD.test(each.text) ? [[`${each.channel}/${each.ts}`, each]] : []))
  )
  const undoFrom = new Map<string, number>()
  for (const deed of deeds) {
    const [words] = deed.text.match(WORDS) ?? []
    const earlier = ofMessage(deed)
    if (deed.how === 'deletion') {
      const versions = earlier ? [earlier, ...versionsBefore(earlier)] : []
      const takenBackMs = deed.isTakenAtOnce ? (deed.takenAtMs ?? deed.atMs) : Infinity
      for (const version of versions) Object.assign(version, { takenBackMs, isLater: true, isDeleted: true })
    } else if (deed.how === 'press') {
      const named = new Set(deed.text.match(WORDS))
      // Of another run, a result does not say what it was for.
      const isOfMore = named.size === 0 || MORE.test(deed.text)
      const crowded = isOfMore ? JOB.exec(deed.text)?.[0] : undefined
      for (const each of instructions)
        if (named.has(each.words) || (crowded && each.jobId === crowded && each.deed.channel === deed.channel))
          each.pressed.push({ button: deed.button ?? '', atMs: deed.atMs })
    } else if (deed.how === 'form' && /"undo"/.test(deed.text)) {
      undoFrom.set(deed.user, Math.min(deed.atMs, undoFrom.get(deed.user) ?? Infinity))
    } else if (words !== undefined && deed.user !== botUserId && !(deed.how === 'message' && earlier)) {
      const minutes = IN_MINUTES.exec(deed.text)?.[1]
      const card = cards.get(`${deed.channel}/${deed.threadTs}`)
      const inThread = CARD.exec(card?.text ?? '')?.[1]
      const mayBeUndone = deed.ts !== undefined && (undoFrom.get(deed.user) ?? Infinity) <= deed.atMs
      const front = deed.text.slice(0, deed.text.indexOf(words))
      instructions.push({
        words,
        deed: { ...deed, threadTs: deed.threadTs ?? earlier?.deed.threadTs },
        jobId: JOB.exec(front)?.[0] ?? inThread ?? earlier?.jobId,
        isLater: LATER.test(front) || mayBeUndone || deed.how === 'edit',
        notBeforeMs: minutes === undefined ? 0 : (earlier?.deed.atMs ?? deed.atMs) + Number(minutes) * MINUTE_MS,
        isOutside: deed.how === 'message' && inThread === undefined,
        cardKnownMs: card ? knownMs(ledger, card, deed) : 0,
        isDeleted: false,
        takenBackMs: Infinity,
        pressed: [],
        ...(earlier && { insteadOf: earlier })
      })
      if (earlier) earlier.isLater = true
    }
  }
  return instructions
}

/** Without Slack's answer to its post, the bot finds a card by reading its channel back, and changes nothing there until then. */
function knownMs({ said, readBack }: Ledger, card: Said, reply: Deed): number {
  const isHere = ({ channel }: { channel: string }) => channel === card.channel
  const isTouch = ({ ts, threadTs }: Said) => [ts, threadTs].some(each => each === card.ts || each === reply.ts)
  const touchedMs = said.find(each => each !== card && isHere(each) && isTouch(each))?.atMs ?? Infinity
  return readBack.findLast(each => isHere(each) && each.atMs <= touchedMs)?.atMs ?? 0
}

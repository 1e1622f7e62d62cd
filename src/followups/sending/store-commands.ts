import { createHash } from 'node:crypto'
import type { Sql } from '../../database/database.ts'
import { unlessThere } from '../../errors.ts'
import {
  addDeliveries,
  firstDeliveries,
  forgetDeliveries,
  knownDeliveries,
  lockDeliveries
} from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Finding } from '../model/finding.ts'
import type { Followup } from '../model/followup.ts'
import { addFollowups, findTwins, nameOfSent, nameOfWords, reserveIds, type Words } from '../stores/followup-store.ts'
import { scheduleThreads, startWithoutThread } from './start-followup.ts'

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

export type GivenCommand = Words & {
  triggerId: string
  formId?: string
  responseUrl: string | null
  brought?: Followup['brought']
  /** Asked as late as possible: once it is too late, Slack has told the person that the command failed. */
  isInTime: () => boolean
}

const TWIN_WITHIN_MS = 60_000

// The ids that are left over when the process ends are never used.
const IDS_AHEAD = 500

type NotStored = { kind: 'too late' } | { kind: 'taken already' } | { kind: 'twin'; twin: Followup }
type Answers = (NotStored | undefined)[]

export type CommandDeps = FollowupDeps & {
  storeCommand: (command: GivenCommand) => Promise<NotStored | undefined>
  /** The same for another project, if this process serves it; and for that of a channel. */
  ofProject: (projectId: string) => CommandDeps | undefined
  inChannel: (channelId: string) => CommandDeps
  /** What `npm run doctor` finds. */
  examine: () => Promise<Finding[]>
}

/** Commands that arrive together take as many statements for a hundred as for one. Undefined where one is stored. */
export function createCommandStore(deps: FollowupDeps): (commands: GivenCommand[]) => Promise<Answers> {
  let ids: string[] = []

  return async commands => {
    if (ids.length < commands.length) ids = await reserveIds(deps.database, commands.length + IDS_AHEAD)
    const isStored = await unlessThere(storeNew(deps, commands, ids.splice(0, commands.length)))
    return isStored ? commands.map(() => undefined) : storeKnown(deps, commands)
  }
}

/** All in one statement, which fails if any of them, or the same words, ever came before. False: one may be too late. */
function storeNew(deps: FollowupDeps, commands: GivenCommand[], ids: string[]): Promise<boolean> {
  return deps.database.transaction(async sql => {
    if (!commands.every(({ isInTime }) => isInTime())) return false
    const nowMs = deps.now()
    const followups = commands.map((command, at) => ({ ...toFollowup(nowMs)(command), id: ids[at] ?? '' }))
    await addDeliveries(
      sql,
      [...commands.map(deliveryOf), ...commands.flatMap(formOf), ...commands.map(lockOfWords)],
      nowMs
    )
    await addFollowups(sql, followups)
    await scheduleThreads(deps, sql, followups)
    return true
  })
}

function storeKnown(deps: FollowupDeps, commands: GivenCommand[]): Promise<Answers> {
  return deps.database.transaction(async sql => {
    const nowMs = deps.now()
    const unseen = await firstDeliveries(sql, [...commands.map(deliveryOf), ...commands.flatMap(formOf)], nowMs)
    // Slack's own retry of a call: it was already answered, and the person sees the first answer.
    const fresh = new Set(commands.filter(command => unseen.delete(deliveryOf(command))))
    // When two identical commands arrive at once, here or in another process, the lock decides which came first.
    await lockDeliveries(sql, [...fresh].map(lockOfWords), nowMs)
    const onTheirWay = await findTwins(sql, [...fresh], nowMs - TWIN_WITHIN_MS)
    const firsts = new Map<string, GivenCommand>()
    const late = [...fresh].filter(({ isInTime }) => !isInTime())
    const refused = await refuse(sql, late, { repeated: commands.filter(command => !fresh.has(command)), nowMs })
    const ofTakenForms = new Map<GivenCommand, NotStored | undefined>()
    for (const command of fresh) {
      const name = nameOfWords(command)
      if (refused.has(refusalOf(command))) continue
      const [form, said] = formOf(command)
      if (form && !unseen.has(form)) {
        ofTakenForms.set(command, said && unseen.has(said) ? { kind: 'taken already' } : undefined)
      } else if (!onTheirWay.has(name) && !firsts.has(name)) {
        firsts.set(name, command)
        for (const key of formOf(command)) unseen.delete(key)
      }
    }
    // Nothing was taken from these forms, or not what they say now.
    if (unseen.size > 0) await forgetDeliveries(sql, [...unseen])
    const started = await startWithoutThread(deps, sql, [...firsts.values()].map(toFollowup(nowMs)))
    for (const followup of started) onTheirWay.set(nameOfSent(followup), followup)
    return commands.map(command => {
      if (refused.has(refusalOf(command))) return { kind: 'too late' }
      if (ofTakenForms.has(command)) return ofTakenForms.get(command)
      const name = nameOfWords(command)
      const twin = fresh.has(command) && firsts.get(name) !== command ? onTheirWay.get(name) : undefined
      return twin && { kind: 'twin', twin }
    })
  })
}

/** What came too late stays refused when Slack retries it: by then the person may have typed it again. */
async function refuse(
  sql: Sql,
  late: GivenCommand[],
  { repeated, nowMs }: { repeated: GivenCommand[]; nowMs: number }
): Promise<Set<string>> {
  const refused = late.map(refusalOf)
  if (refused.length > 0) await firstDeliveries(sql, refused, nowMs)
  const known = repeated.length > 0 ? await knownDeliveries(sql, repeated.map(refusalOf)) : []
  return new Set([...refused, ...known])
}

const refusalOf = ({ triggerId }: GivenCommand) => `refused:${triggerId}`

const deliveryOf = ({ triggerId }: GivenCommand) => `command:${triggerId}`

/** Of two who send these words at once, for whatever time, one waits for the other. */
const lockOfWords = (words: Words) => `words:${digestOf(nameOfWords({ ...words, wait: undefined }))}`

/** That a form was taken, and with what: whoever presses Send again may have changed something. */
function formOf({ formId, ...words }: GivenCommand): [] | [form: string, said: string] {
  if (formId === undefined) return []
  const form = nameOfForm(formId)
  return [form, `${form}:${digestOf(nameOfWords(words))}`]
}

const nameOfForm = (formId: string) => `form:${formId}`

export const isFormTaken = async (sql: Sql, formId: string): Promise<boolean> =>
  (await knownDeliveries(sql, [nameOfForm(formId)])).length > 0

const toFollowup =
  (writtenAtMs: number) =>
  ({ triggerId: _, formId: __, isInTime: ___, ...given }: GivenCommand) => ({
    ...given,
    threadTs: null,
    replyTs: null,
    writtenAtMs
  })

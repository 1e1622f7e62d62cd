import { setTimeout as sleep } from 'node:timers/promises'
import type { types } from '@slack/bolt'
import { errorWords, StorageUnclear } from '../../errors.ts'
import { SLACK_WAITS_MS } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/slack-text.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { readFor } from '../intent/read.ts'
import { JOB_ID } from '../intent/typed-id.ts'
import { whetherSees } from '../may-see.ts'
import type { Filled, FormErrors, FormPlace } from '../model/followup-form.ts'
import type { Said } from '../model/parse-when.ts'
import { LONGEST_WAIT_MS } from '../model/wait.ts'
import type { CommandDeps, GivenCommand } from '../sending/store-commands.ts'
import { FORM_ERRORS, formError } from '../views/followup-form.ts'
import { stopSecrets } from './guard-words.ts'
import { whereAsked } from './open-form.ts'
import { shownAbove } from './thread-above.ts'
import { readWhen } from './understand.ts'

type Written = { filled: Pick<Filled, 'when' | 'atMs'>; words: string; userId: string }

async function readFormWhen(
  deps: FollowupDeps,
  { filled: { when, atMs }, words, userId }: Written
): Promise<Exclude<Said, { problem: unknown }> | { errors: FormErrors }> {
  const nowMs = deps.now()
  const written = await readWhen(deps, words, { userId, atMs: nowMs })
  // Where the time can be chosen, a sentence that begins with one is only a sentence.
  const said = 'problem' in written && written.problem === 'no colon' ? { prompt: words } : written
  if ('problem' in said) return { errors: { instruction: formError.when(said.problem) } }
  if (when === 'now' && atMs === undefined) return said
  if (said.wait) return { errors: { when: FORM_ERRORS['said twice'] } }
  if (when !== 'time')
    return atMs === undefined ? { ...said, wait: { why: 'idle' } } : { errors: { when: FORM_ERRORS['time not meant'] } }
  if (atMs === undefined) return { errors: { at: FORM_ERRORS['no time'] } }
  if (atMs <= nowMs) return { errors: { at: FORM_ERRORS['time over'] } }
  if (atMs - nowMs > LONGEST_WAIT_MS) return { errors: { at: formError.when('too far') } }
  return { ...said, wait: { why: 'time', untilMs: atMs } }
}

type GivenForm = {
  formId: string
  filled: Filled
  place: FormPlace
  blocks: types.AnyBlock[]
  userId: string
  userTeamId: string
  triggerId: string
}

/** Undefined: it is stored, and the form closes. Otherwise it stays open, with what was typed. */
type FormAnswer = Refused | undefined

type Refused = { errors: FormErrors }

const underWords = (words: string): Refused => ({ errors: { instruction: words } })

/** Slack keeps the form open, and says so, when it gets no answer in time: then nothing is stored any more. */
export async function sendForm(deps: CommandDeps, given: GivenForm): Promise<FormAnswer> {
  const startedAtMs = deps.monotonicMs()
  let isAnswered = false
  const isInTime = () => !isAnswered && deps.monotonicMs() - startedAtMs < SLACK_WAITS_MS
  const sending: Promise<FormAnswer> = send(deps, given, isInTime).catch(error => {
    deps.log.error({ error: errorWords(error) }, 'A follow-up could not be stored')
    return underWords(FORM_ERRORS[error instanceof StorageUnclear ? 'perhaps stored' : 'not stored'])
  })
  const late = sleep(SLACK_WAITS_MS, underWords(FORM_ERRORS['perhaps stored']), { ref: false })
  const answer = await Promise.race([sending, late])
  isAnswered = true
  return answer
}

async function send(deps: CommandDeps, given: GivenForm, isInTime: () => boolean): Promise<FormAnswer> {
  const { filled, userId, triggerId, formId } = given
  if (given.place.projectId !== deps.projectId) return underWords(FORM_ERRORS['other project'])
  const meant = readFilled(deps, filled)
  if ('errors' in meant) return meant
  const place = await findPlace(deps, given)
  if ('errors' in place) return place
  const said = await readFormWhen(deps, { filled, words: meant.prompt, userId })
  if ('errors' in said) return said
  const prompt = withThread(given, said.prompt)
  if (prompt === undefined) return { errors: { include: FORM_ERRORS['not as shown'] } }
  const secrets = stopSecrets(deps, 'form', prompt)
  if (secrets.length > 0) return underWords(formError.secret(secrets))
  const { teamId, projectId } = deps
  const whose = { teamId, projectId, requesterId: userId, triggerId, formId }
  const notStored = await deps.storeCommand({ ...whose, ...place, jobId: filled.jobId, ...said, prompt, isInTime })
  return notStored && underWords(FORM_ERRORS[notStored.kind])
}

function readFilled(deps: CommandDeps, { jobId, instruction }: Filled): { prompt: string } | Refused {
  if (!JOB_ID.test(jobId)) return { errors: { job: FORM_ERRORS['not a job'] } }
  const secrets = stopSecrets(deps, 'id', jobId)
  if (secrets.length > 0) return { errors: { job: formError['secret as id'](secrets) } }
  const words = instruction.trim()
  const meant = readFor({ jobId }, words)
  if (meant.kind !== 'instruct') return underWords(formError.word(words))
  return meant.prompt === '' ? underWords(FORM_ERRORS.empty) : { prompt: meant.prompt }
}

/** With the messages that are to go along, exactly as the form showed them. */
function withThread({ filled, blocks, place }: GivenForm, instruction: string): string | undefined {
  const above = filled.includes.map(whose => shownAbove(blocks, place, whose))
  return above.includes(undefined) ? undefined : [instruction, ...above].join('\n\n')
}

type Place = Pick<GivenCommand, 'channelId' | 'responseUrl' | 'isThreadOnly' | 'openedIn'>

async function findPlace(deps: CommandDeps, given: GivenForm): Promise<Place | Refused> {
  const { hears, where = null } = given.filled
  const place = isAnywhere(given) ? { ...given.place, channelId: where } : given.place
  const { channelId, responseUrl, threadTs, isOutside } = place
  const isOnlyMe = hears === 'me' || channelId === null
  // Nobody's conversation is opened who may not write in it.
  const refused = await refuse(deps, given, isOnlyMe ? null : channelId)
  if (refused) return refused
  if (!isOnlyMe) {
    const closed = isAnywhere(given) ? await deps.channels.whyClosed(channelId) : undefined
    if (closed) return { errors: { where: FORM_ERRORS[closed] } }
    const there = await whetherSees(deps, channelId, given.userId)
    if (there !== 'in') return underPlace(given, FORM_ERRORS[there])
    const openedIn = threadTs === undefined ? undefined : { channelId, threadTs }
    return { channelId, responseUrl, isThreadOnly: hears === 'thread', openedIn }
  }
  const direct = await deps.slack.openDirect(given.userId)
  const isHeardThere = channelId !== null && !isOutside && !(await deps.channels.isOfFew(channelId))
  const openedIn = isHeardThere ? { channelId, threadTs } : undefined
  return (await refuse(deps, given, direct)) ?? { channelId: direct, responseUrl: null, openedIn }
}

const isAnywhere = ({ place }: GivenForm) => place.channelId === null

const underPlace = (given: GivenForm, words: string): Refused => ({
  errors: { [isAnywhere(given) ? 'where' : 'hears']: words }
})

async function refuse(deps: CommandDeps, given: GivenForm, channelId: string | null): Promise<Refused | undefined> {
  const { userId, userTeamId } = given
  const cause = await checkPermissionOnce(deps, whereAsked(deps, { userId, userTeamId, channelId }))
  if (cause === undefined) return undefined
  if (cause === 'not told') return underWords(FORM_ERRORS['not told who'])
  if (cause !== 'channel') return underWords(formError.refused(cause))
  const isToThem = channelId === null || isDirect(channelId)
  return underPlace(given, isToThem ? FORM_ERRORS['no direct messages'] : formError.refused(cause))
}

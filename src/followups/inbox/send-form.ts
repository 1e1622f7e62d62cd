import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords } from '../../errors.ts'
import { SLACK_WAITS_MS } from '../../slack/blocks.ts'
import { NOT_IN_CHANNEL, recordRefusal, whyRefused } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { JOB_ID, readFor } from '../intent/read.ts'
import { membershipIn } from '../may-see.ts'
import type { Filled, FormErrors, FormPlace } from '../model/followup-form.ts'
import type { Said } from '../model/parse-when.ts'
import { LONGEST_WAIT_MS } from '../model/wait.ts'
import { type CommandDeps, isFormTaken } from '../sending/store-commands.ts'
import { FORM_ERRORS, formError } from '../views/followup-form.ts'
import { mayTakeAbove, readWhen, stopSecrets } from './understand.ts'

type Written = { filled: Pick<Filled, 'when' | 'atMs'>; words: string; userId: string }

async function readFormWhen(
  deps: FollowupDeps,
  { filled: { when, atMs }, words, userId }: Written
): Promise<Exclude<Said, { problem: unknown }> | { errors: FormErrors }> {
  const nowMs = deps.now()
  const written = await readWhen(deps, words, { userId, writtenAtMs: nowMs })
  // Where the time can be chosen, a sentence that begins with one is only a sentence.
  const said = 'problem' in written && written.problem === 'no colon' ? { prompt: words } : written
  if ('problem' in said) return { errors: { words: formError.when(said.problem) } }
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
  userId: string
  userTeamId: string
  triggerId: string
}

/** Undefined: it is stored, and the form closes. Otherwise it stays open, with what was typed. */
type FormAnswer = Refused | undefined

type Refused = { errors: FormErrors }

const underWords = (words: string): Refused => ({ errors: { words } })

/** Slack keeps the form open, and says so, when it gets no answer in time: then nothing is stored any more. */
export async function sendForm(deps: CommandDeps, given: GivenForm): Promise<FormAnswer> {
  const startedAtMs = deps.monotonicMs()
  let isAnswered = false
  const isInTime = () => !isAnswered && deps.monotonicMs() - startedAtMs < SLACK_WAITS_MS
  const sending: Promise<FormAnswer> = sendOrSayTaken(deps, given, isInTime).catch(error => {
    deps.log.error({ error: errorWords(error) }, 'A follow-up could not be stored')
    // This press failed, but an earlier one may have been stored.
    return underWords(FORM_ERRORS['perhaps stored'])
  })
  const late = sleep(SLACK_WAITS_MS, underWords(FORM_ERRORS['perhaps stored']), { ref: false })
  const answer = await Promise.race([sending, late])
  isAnswered = true
  return answer
}

/** What an earlier press stored is on its way, whatever would stop it now. */
async function sendOrSayTaken(deps: CommandDeps, given: GivenForm, isInTime: () => boolean): Promise<FormAnswer> {
  const refused = await send(deps, given, isInTime)
  return refused && (await isFormTaken(deps.database, given.formId))
    ? underWords(FORM_ERRORS['taken already'])
    : refused
}

async function send(deps: CommandDeps, given: GivenForm, isInTime: () => boolean): Promise<FormAnswer> {
  const { filled, userId, triggerId, formId } = given
  const { above } = given.place
  if (given.place.projectId !== deps.projectId) return underWords(FORM_ERRORS['other project'])
  const meant = readFilled(filled)
  if ('errors' in meant) return meant
  const place = await findPlace(deps, given)
  if ('errors' in place) return place
  const said = await readFormWhen(deps, { filled, words: meant.prompt, userId })
  if ('errors' in said) return said
  const secrets = await stopSecrets(deps, { userId, ...place }, 'form', said.prompt)
  if (secrets.length > 0) return underWords(formError.secret(secrets))
  const { teamId, projectId } = deps
  const whose = { teamId, projectId, requesterId: userId, triggerId, formId }
  const takesAbove = above && filled.takesAbove && (await mayTakeAbove(deps, deps.database, place.channelId))
  const brought = takesAbove ? { above } : null
  const notStored = await deps.storeCommand({ ...whose, ...place, jobId: filled.jobId, ...said, brought, isInTime })
  return notStored && underWords(FORM_ERRORS[notStored.kind])
}

function readFilled({ jobId, words: written }: GivenForm['filled']): { prompt: string } | Refused {
  if (!JOB_ID.test(jobId)) return { errors: { job: FORM_ERRORS['not a job'] } }
  const words = written.trim()
  const meant = readFor({ jobId }, words)
  if (meant.kind !== 'follow up') return underWords(formError.word(words))
  return meant.prompt === '' ? underWords(FORM_ERRORS.empty) : { prompt: meant.prompt }
}

async function findPlace(deps: CommandDeps, { place, filled: { where }, userId, userTeamId }: GivenForm) {
  const underPlace = (words: string): Refused =>
    place.channelId === null ? { errors: { where: words } } : underWords(words)
  const whyNot = (channelId?: string) => whyRefused(deps, { userId, userTeamId, channelId })
  // Nobody's conversation is opened who may not use the bot.
  const cause = await whyNot()
  if (cause) return underWords(formError.refused(cause))
  const channelId = place.channelId ?? where ?? (await deps.slack.openDirect(userId))
  if (deps.inChannel(channelId).projectId !== deps.projectId) return underPlace(FORM_ERRORS['other project'])
  const causeHere = await whyNot(channelId)
  if (causeHere) return underPlace(formError.refused(causeHere))
  const closed = where === undefined ? undefined : await deps.channels.whyClosed(channelId)
  if (closed) return underPlace(FORM_ERRORS[closed])
  const there = await membershipIn(deps, channelId, userId)
  if (there === 'not in') await recordRefusal(deps, { userId, channelId }, NOT_IN_CHANNEL)
  return there === 'in' ? { channelId, responseUrl: place.responseUrl } : underPlace(FORM_ERRORS[there])
}

import type { FollowupDeps } from '../followup-deps.ts'
import type { Filled, FormErrors } from '../model/followup-form.ts'
import type { Said } from '../model/parse-when.ts'
import { LONGEST_WAIT_MS } from '../model/wait.ts'
import { FORM_ERRORS } from '../views/followup-form.ts'
import { whenProblemError } from '../views/wait-messages.ts'
import { readWhen } from './read-when.ts'

type Written = { filled: Pick<Filled, 'when' | 'atMs'>; words: string; userId: string }

/** When an instruction is to go out, as chosen in the form or written in front of it, but not both. */
export async function readFormWhen(
  deps: FollowupDeps,
  { filled: { when, atMs }, words, userId }: Written
): Promise<Exclude<Said, { problem: unknown }> | { errors: FormErrors }> {
  const nowMs = deps.now()
  const written = await readWhen(deps, words, { userId, atMs: nowMs })
  // Where the time can be chosen, a sentence that begins with one is only a sentence.
  const said = 'problem' in written && written.problem === 'no colon' ? { prompt: words } : written
  if ('problem' in said) return { errors: { instruction: whenProblemError(said.problem) } }
  if (when === 'now' && atMs === undefined) return said
  if (said.wait) return { errors: { when: FORM_ERRORS['said twice'] } }
  if (when !== 'time')
    return atMs === undefined
      ? { ...said, wait: { what: 'idle' } }
      : { errors: { when: FORM_ERRORS['time not meant'] } }
  if (atMs === undefined) return { errors: { at: FORM_ERRORS['no time'] } }
  if (atMs <= nowMs) return { errors: { at: FORM_ERRORS['time over'] } }
  if (atMs - nowMs > LONGEST_WAIT_MS) return { errors: { at: whenProblemError('too far') } }
  return { ...said, wait: { what: 'time', atMs } }
}

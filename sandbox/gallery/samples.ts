import type { types } from '@slack/bolt'
import { z } from 'zod'
import { evidenceAtSend } from '../../src/followups/model/evidence.ts'
import { type Followup, followupSchema, type In, isFinished, isIn } from '../../src/followups/model/followup.ts'
import { progressSchema, type State } from '../../src/followups/model/progress.ts'
import type { SeenJob } from '../../src/followups/model/seen.ts'
import type { PullRequest } from '../../src/github/github.ts'
import type { SlackMessage } from '../../src/slack/blocks.ts'
import { PEOPLE } from '../seed-workspace.ts'

type GallerySample = {
  by: string
  name: string
  isPrivate: boolean
  /** Of a form, the words that it shows. */
  message: SlackMessage
  form?: { view: types.ModalView; errors: Record<string, string> }
}
export type GalleryGroup = { title: string; samples: GallerySample[] }
type Draft = [by: string, name: string, message: SlackMessage | undefined]

/** Only messages that a function really produces: in some states some functions say nothing. */
export function galleryGroup(title: string, isPrivate: boolean, drafts: Draft[]): GalleryGroup {
  return {
    title,
    samples: drafts.flatMap(([by, name, message]) => (message ? [{ by, name, isPrivate, message }] : []))
  }
}

/** What one function says, by the name of the sample. */
export const say = (by: string, samples: Record<string, SlackMessage | undefined>): Draft[] =>
  Object.entries(samples).map(([name, message]) => [by, name, message])

/** The same message for each of these values. */
export function each<Value extends string>(
  by: string,
  title: string,
  values: readonly Value[],
  say: (value: Value) => SlackMessage | undefined
): Draft[] {
  return values.map(value => [by, `${title}: ${value}`, say(value)])
}

/** A message for each key of a table of facts. */
export function eachKey<Table extends object>(
  by: string,
  title: string,
  table: Table,
  say: (key: Extract<keyof Table, string>) => SlackMessage
): Draft[] {
  const drafts: Draft[] = []
  for (const key in table) drafts.push([by, `${title}: ${key}`, say(key)])
  return drafts
}

type FormDraft = readonly [by: string, name: string, view: types.ModalView, errors?: Record<string, string>]

/** The same for forms, and what they say under their fields. */
export function formGroup(title: string, drafts: FormDraft[]): GalleryGroup {
  return {
    title,
    samples: drafts.map(([by, name, view, errors = {}]) => {
      const text = [...wordsIn(view), ...Object.values(errors)].join('\n')
      return { by, name, isPrivate: true, message: { text, blocks: [] }, form: { view, errors } }
    })
  }
}

function wordsIn(view: types.ModalView): string[] {
  const words: string[] = []
  JSON.stringify(view, (key, value) => {
    if ((key === 'text' || key === 'initial_value') && typeof value === 'string') words.push(value)
    return value
  })
  return words
}

export const PROMPT = 'Also add error handling examples to the quickstart'

/** What a person might type to notify a channel, to forge a link, or because they pasted it. */
export const HOSTILE =
  '<!channel> *urgent* `rm -rf` <https://evil.example|pull request #12> & <@U0BEN>\n> quoted\n:tada: ~no~'
export const LONG = `Rewrite the quickstart. ${'It should explain every error that a reader can meet, with an example for each. '.repeat(36)}`

export const LINK = 'https://github.com/acme/docs/pull/12'

export const MINUTE_MS = 60_000
/** The samples are made when the sandbox starts. */
export const NOW = Date.now()
export const sampleSource = { repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }

export type Facts = Record<string, unknown>

/** One follow-up in the given state. Whatever the state needs and is not given is filled in. */
export function sampleFollowup(progress: { state: State } & Facts, more: object = {}): Followup {
  return followupSchema.parse({
    id: 'f_8Kq2',
    projectId: 'project-1',
    jobId: 'job_8f2',
    teamId: 'T0STANDIN1',
    channelId: 'C0DOCS',
    threadTs: '1700000000.000100',
    replyTs: null,
    responseUrl: null,
    requesterId: PEOPLE.ana,
    prompt: PROMPT,
    results: null,
    inLineAtMs: NOW - 10 * MINUTE_MS,
    writtenAtMs: NOW - 10 * MINUTE_MS,
    version: 1,
    isMuted: false,
    closedBecause: null,
    ...more,
    progress: {
      sentAtMs: NOW - 9 * MINUTE_MS,
      sinceMs: NOW - 9 * MINUTE_MS,
      untilMs: NOW + 12 * MINUTE_MS,
      atMs: NOW,
      why: 'turn',
      tries: 1,
      taskId: 'task',
      by: PEOPLE.ben,
      before: { status: 'completed', source: sampleSource },
      delivery: 'sure',
      evidence: { ...evidenceAtSend({ status: 'completed' }, NOW - 9 * MINUTE_MS), worked: 'seen' },
      job: { status: 'completed', source: sampleSource, prLink: LINK },
      resultId: 'f_8Kq2:result',
      ...progress
    }
  })
}

export function sampleIn<S extends State>(state: S, facts: Facts = {}, more: object = {}): In<S> {
  const followup = sampleFollowup({ ...facts, state }, more)
  if (!isIn(followup, state)) throw new Error(`Cannot make a sample that is ${state}`)
  return followup
}

export function sampleFinished(facts: Facts = {}, more: object = {}) {
  const followup = sampleFollowup({ how: 'completed', ...facts, state: 'ended' }, more)
  if (!isFinished(followup)) throw new Error('Cannot make a sample that is finished')
  return followup
}

export function sampleWithPullRequest(facts: Partial<PullRequest>) {
  const size = { additions: 0, deletions: 0, files: 0 }
  const failed = { failedChecks: [''], isReviewAsked: true, changesAskedBy: [] }
  return sampleFinished(
    {},
    { shown: { pullRequest: { title: '', state: 'open', ...failed, size, comments: 0, ...facts } } }
  )
}

export function sampleJob(facts: Partial<SeenJob> = {}): SeenJob {
  const record = { status: 'active', source: sampleSource }
  return { record, seenAtMs: NOW - MINUTE_MS, trouble: null, lookNumber: 3, ...facts }
}

/** People were told that the job has not started on it. */
export const sampleTold = {
  toldAtMs: NOW - MINUTE_MS,
  evidence: evidenceAtSend({ status: 'completed' }, NOW - 9 * MINUTE_MS)
}

/** Every value that a state's field can have, so that a new one shows up without anyone having to think of it. */
export function choicesOf(state: State, field: string): string[] {
  return progressSchema.options
    .flatMap((option): { shape: Record<string, z.ZodType> }[] => ('shape' in option ? [option] : option.options))
    .filter(({ shape }) => shape.state?.safeParse(state).success)
    .flatMap(({ shape }) => {
      const choice = shape[field]
      if (choice instanceof z.ZodLiteral) return [...choice.values].map(String)
      return choice instanceof z.ZodEnum ? choice.options.map(String) : []
    })
}

import { z } from 'zod'
import { NOT_CHOSEN } from '../messages/channel-questions.ts'
import { NO_JOB } from '../messages/job-questions.ts'
import { REPLIES, RESULTS, UNDO } from '../rules/setting.ts'

// What somebody answered in the settings. Null: nothing is chosen.

const oneOf = <Value>(values: z.ZodType<Value>) =>
  z
    .object({ selected_option: z.object({ value: z.union([values, z.literal(NOT_CHOSEN).transform(() => null)]) }) })
    .transform(({ selected_option }) => selected_option.value)

const job = z
  .object({ selected_option: z.object({ value: z.string() }) })
  .transform(({ selected_option: { value } }) => (value === NO_JOB ? null : value))

const channel = {
  replies: oneOf(REPLIES.values),
  results: oneOf(RESULTS.values),
  'default-job': job,
  undo: oneOf(UNDO.values)
}
const own = {
  'own-job': job,
  'own-undo': oneOf(UNDO.values)
}

/** Slack sends them by the names of blocks and of the elements in them, which are the same. */
const byName = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .transform(blocks => Object.fromEntries(Object.entries(blocks).map(([name, elements]) => [name, elements[name]])))

/** The channel is asked about only for those who may change it. */
export const settingsAnswers = byName.pipe(
  z.union([
    z.strictObject({ ...channel, ...own }).transform(({ replies, results, 'default-job': job, undo, ...own }) => ({
      channel: { replies, results, 'default-job': job, undo },
      own
    })),
    z.strictObject(own).transform(own => ({ channel: undefined, own }))
  ])
)

export type SettingsAnswers = z.output<typeof settingsAnswers>

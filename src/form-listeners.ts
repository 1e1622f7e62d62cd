import type { App } from '@slack/bolt'
import { z } from 'zod'
import { storableText } from './database/storable-text.ts'
import { errorWords } from './errors.ts'
import { settingsAnswers, settingsPlace } from './followups/inbox/settings.ts'
import { type Filled, type FormPlace, formPlaceSchema, formWhenSchema } from './followups/model/followup-form.ts'
import { FORM_ERRORS } from './followups/views/followup-form.ts'
import { SETTINGS_ERRORS } from './followups/views/settings-form.ts'
import { listeners } from './listeners.ts'
import type { Routes } from './routes.ts'
import { forwardedFiles, forwardsSchema, sharedFiles, withForwards } from './slack/attachments.ts'
import type { PauseWatch } from './slack/deliveries.ts'

const team = z.object({ id: z.string() }).nullish()
const user = z.object({ id: z.string() })

const shortcutBody = z.object({ trigger_id: z.string(), user, team })

/** Of a message that an app wrote, sometimes only the app's name tells who. */
const messageBody = shortcutBody.extend({
  response_url: z.string().optional(),
  channel: z.object({ id: z.string() }),
  message: z.object({
    ts: z.string(),
    thread_ts: z.string().optional(),
    text: storableText.default(''),
    user: z.string().optional(),
    username: z.string().optional(),
    files: sharedFiles,
    attachments: forwardsSchema
  })
})

const json = z.string().transform(readJson)
const place = json.pipe(formPlaceSchema)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By the names of blocks and of the elements in them, which are the same. */
const valuesSchema = z.object({
  job: z.object({ job: z.object({ selected_option: z.object({ value: z.string() }) }) }),
  words: z.object({ words: z.object({ value: storableText.nullish() }) }),
  include: z.object({ include: z.object({ selected_options: z.array(z.unknown()) }) }).optional(),
  when: z.object({ when: z.object({ selected_option: z.object({ value: formWhenSchema }) }) }).optional(),
  at: z.object({ at: z.object({ selected_date_time: z.number().nullish() }) }).optional(),
  where: z.object({ where: z.object({ selected_conversation: z.string().nullish() }) }).optional()
})

const toFilled = ({ job, words, include, when, at, where }: z.output<typeof valuesSchema>): Filled => ({
  jobId: job.job.selected_option.value,
  words: words.words.value ?? '',
  takesAbove: (include?.include.selected_options ?? []).length > 0,
  when: when?.when.selected_option.value ?? 'now',
  atMs: typeof at?.at.selected_date_time === 'number' ? at.at.selected_date_time * 1_000 : undefined,
  where: where?.where.selected_conversation ?? undefined
})

const submission = z.object({
  trigger_id: z.string(),
  user,
  team,
  view: z.object({
    id: z.string(),
    private_metadata: place,
    state: z.object({ values: valuesSchema })
  })
})

const settingsSubmission = z.object({
  user,
  team,
  view: z.object({ private_metadata: json.pipe(settingsPlace), state: z.object({ values: settingsAnswers }) })
})

const search = z.object({ value: z.string(), user, team, view: z.object({ private_metadata: place }) })

export function registerFormListeners(app: App, routes: Routes, pauses: PauseWatch): void {
  const { log, teamId } = routes.inChannel()
  const ownerOf = ({ projectId, channelId }: FormPlace) =>
    routes.ofProject(projectId) ?? routes.inChannel(channelId ?? undefined)

  const whoOf = (body: { user: { id: string }; team?: { id: string } | null | undefined }) => ({
    userId: body.user.id,
    // Where it was used: the person's own workspace may be another one.
    userTeamId: body.team?.id ?? teamId
  })

  for (const [name, answer] of Object.entries(listeners.shortcuts)) {
    app.shortcut(name, async ({ body, ack }) => {
      // Nothing is stored yet, and nothing is lost if the form does not open.
      await ack().catch(() => {})
      const { trigger_id: triggerId, ...who } = shortcutBody.parse(body)
      const call = { ...whoOf(who), triggerId }
      const { data } = messageBody.safeParse(body)
      if (data === undefined) return answer(routes.inChannel(), call)
      const { ts, thread_ts: threadTs = ts, text, user, username = 'an app', attachments } = data.message
      const hasFiles = [...data.message.files, ...forwardedFiles(attachments)].length > 0
      const message = {
        text: withForwards(text, attachments),
        author: user ? `<@${user}>` : username,
        ts,
        threadTs,
        hasFiles
      }
      await answer(routes.inChannel(data.channel.id), {
        ...call,
        channelId: data.channel.id,
        responseUrl: data.response_url,
        message
      })
    })
  }

  for (const [name, answer] of Object.entries(listeners.options)) {
    app.options<'block_suggestion'>({ type: 'block_suggestion', action_id: name }, async ({ body, ack }) => {
      const { data } = search.safeParse(body)
      if (data === undefined) return ack({ options: [] })
      const { value: typed, view } = data
      const place = view.private_metadata
      await ack({ options: await answer(ownerOf(place), { ...whoOf(data), typed, place }) })
    })
  }

  type Wrong = Record<string, string> | undefined

  function onSent<Sent extends z.ZodType>(
    name: string,
    sent: Sent,
    words: { 'too late': string; outdated: string },
    save: (data: z.output<Sent>) => Promise<Wrong>
  ): void {
    app.view({ type: 'view_submission', callback_id: name }, async ({ body, ack }) => {
      const answer = (errors: Wrong) => (errors ? ack({ response_action: 'errors', errors }) : ack())
      // One of another version may ask something else.
      const asked = Object.keys(body.view.state.values)
      const [first = ''] = asked.includes('words') ? ['words'] : asked
      if (pauses.mayBeLate()) return answer({ [first]: words['too late'] }).catch(() => {})
      const { data, error } = sent.safeParse(body)
      if (data !== undefined) return answer(await save(data))
      log.warn({ error: errorWords(error) }, 'A form that this version does not know was sent')
      await answer({ [first]: words.outdated })
    })
  }

  for (const [name, send] of Object.entries(listeners.views)) {
    onSent(name, submission, FORM_ERRORS, async data => {
      const { id: formId, private_metadata: place, state } = data.view
      const form = { formId, filled: toFilled(state.values), place, triggerId: data.trigger_id }
      const told = await send(ownerOf(place), { ...form, ...whoOf(data) })
      return told && { ...told.errors }
    })
  }

  for (const [name, save] of Object.entries(listeners.settings)) {
    onSent(name, settingsSubmission, SETTINGS_ERRORS, data => {
      const { private_metadata: place, state } = data.view
      return save(ownerOf(place), { ...whoOf(data), place, answers: state.values })
    })
  }
}

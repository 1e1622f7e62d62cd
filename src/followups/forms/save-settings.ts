import { z } from 'zod'
import { errorWords } from '../../errors.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { SETTINGS_ERRORS } from '../messages/settings-form.ts'
import type { FormPlace } from '../rules/followup-form.ts'
import { defaultJobIn, NOT_CHOSEN, REPLIES, RESULTS, type Setting, UNDO } from '../rules/setting.ts'
import { JOB_ID } from '../rules/typed-id.ts'
import { choose } from '../stores/setting-store.ts'
import { mayManage } from './may-manage.ts'

const NONE = z.literal(NOT_CHOSEN).transform(() => undefined)

/** Slack names the block and, the same, the element in it. */
const byName = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .transform(blocks => Object.fromEntries(Object.entries(blocks).map(([name, elements]) => [name, elements[name]])))

const answer = <Value extends string>(value: z.ZodType<Value>) =>
  z
    .object({ selected_option: z.object({ value: z.union([value, NONE]) }) })
    .transform(({ selected_option }) => selected_option.value)

const own = { undo: answer(UNDO.values) }

/** The channel is asked about only for those who may change it. */
export const settingsAnswers = byName.pipe(
  z.union([
    z.strictObject({
      replies: answer(REPLIES.values),
      results: answer(RESULTS.values),
      'default-job': answer(z.string().regex(JOB_ID)),
      ...own
    }),
    z.strictObject(own)
  ])
)

type Given = { userId: string; userTeamId: string; place: FormPlace; answers: z.output<typeof settingsAnswers> }

/** Why nothing was changed, below the first question. Undefined: it is stored. */
export async function saveSettings(deps: FollowupDeps, given: Given): Promise<Record<string, string> | undefined> {
  const why = await store(deps, given).catch(error => {
    deps.log.error({ error: errorWords(error) }, 'Settings could not be stored')
    return 'unclear' as const
  })
  const [first = ''] = Object.keys(given.answers)
  return why && { [first]: SETTINGS_ERRORS[why] }
}

async function store(deps: FollowupDeps, given: Given): Promise<keyof typeof SETTINGS_ERRORS | undefined> {
  const { database, teamId, projectId, now } = deps
  const { userId, userTeamId, place, answers } = given
  const { channelId } = place
  if (place.projectId !== projectId) return 'outdated'
  const refused = await checkPermissionOnce(deps, { userId, userTeamId, channelId: channelId ?? undefined })
  if (refused) return refused === 'not told' ? refused : 'may not'
  const ofChannel = 'replies' in answers && channelId !== null ? { ...answers, channelId } : undefined
  const mayChange = ofChannel ? await mayManage(deps, { userId, ...ofChannel }) : 'yes'
  if (mayChange !== 'yes') return mayChange
  const atMs = now()
  await database.transaction(async sql => {
    const save = <Value extends string>(place: string, setting: Setting<Value>, value: Value | undefined) =>
      choose(sql, { teamId, place }, setting, { value, by: userId, atMs })
    await save(userId, UNDO, answers.undo)
    if (ofChannel === undefined) return
    await save(ofChannel.channelId, REPLIES, ofChannel.replies)
    await save(ofChannel.channelId, RESULTS, ofChannel.results)
    await save(ofChannel.channelId, defaultJobIn(projectId), ofChannel['default-job'])
  })
  return undefined
}

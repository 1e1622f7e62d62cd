import { z } from 'zod'
import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/slack-text.ts'
import { whyRefused } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { JOB_ID } from '../intent/read.ts'
import { formPlaceSchema } from '../model/followup-form.ts'
import { ABOVE, DEFAULTS, defaultJobIn, NOT_CHOSEN, REPLIES, RESULTS, type Setting, UNDO } from '../model/setting.ts'
import type { CommandDeps } from '../sending/store-commands.ts'
import { choose, findChoice } from '../stores/setting-store.ts'
import { latestThreadsIn } from '../stores/thread-store.ts'
import { answer, refusal } from '../views/answers.ts'
import { doctorMessage } from '../views/overviews.ts'
import { type MayChange, SETTINGS_ERRORS, type SettingsFacts, settingsForm } from '../views/settings-form.ts'

type Asking = {
  userId: string
  userTeamId: string
  channelId: string | undefined
  triggerId: string
}

/** Undefined: the settings are open. Otherwise what to say instead. */
export async function openSettings(deps: FollowupDeps, asking: Asking): Promise<SlackMessage | undefined> {
  const { slack, log } = deps
  const refused = await whyRefused(deps, asking)
  if (refused) return refusal(refused)
  try {
    await slack.openView(asking.triggerId, settingsForm(await gatherFacts(deps, asking)))
    return undefined
  } catch (error) {
    log.warn({ error: errorWords(error) }, 'The settings could not be opened')
    return answer('not done')
  }
}

/** What is wrong with the installation, for workspace admins. Having created the channel is not enough: anybody can create one. */
export async function askDoctor(deps: CommandDeps, asking: Asking): Promise<SlackMessage> {
  const refused = await whyRefused(deps, asking)
  if (refused) return refusal(refused)
  const mayAsk = await mayManage(deps, { userId: asking.userId })
  if (mayAsk !== 'yes') return answer(mayAsk === 'no' ? 'no doctor' : 'not done')
  return doctorMessage(await deps.examine())
}

async function gatherFacts(deps: FollowupDeps, { userId, channelId: id }: Asking): Promise<SettingsFacts> {
  const { database, teamId, projectId } = deps
  const channelId = id === undefined || isDirect(id) ? null : id
  const [undo, channel] = await Promise.all([
    findChoice(database, teamId, [userId], UNDO),
    channelId === null ? undefined : channelFacts(deps, { userId, channelId })
  ])
  return { place: { projectId, channelId, responseUrl: null }, channel, undo }
}

async function channelFacts(deps: FollowupDeps, { userId, channelId }: { userId: string; channelId: string }) {
  const { database, teamId, projectId, sendsAbove } = deps
  const [mayChange, replies, results, above, job] = await Promise.all([
    mayManage(deps, { userId, channelId }),
    findChoice(database, teamId, [channelId], REPLIES),
    findChoice(database, teamId, [channelId], RESULTS),
    findChoice(database, teamId, [channelId], ABOVE),
    findChoice(database, teamId, [channelId], defaultJobIn(projectId))
  ])
  return {
    id: channelId,
    mayChange,
    replies: replies ?? DEFAULTS.replies,
    results: results ?? DEFAULTS.results,
    above: sendsAbove ? (above ?? DEFAULTS.above) : undefined,
    job
  }
}

/** Workspace admins may change every channel's settings, and whoever created a channel those of that one. */
async function mayManage(
  { people, channels, log }: FollowupDeps,
  { userId, channelId }: { userId: string; channelId?: string }
): Promise<MayChange> {
  try {
    const created = async () => channelId !== undefined && (await channels.creatorOf(channelId)) === userId
    const manages = (await people.isAdmin(userId)) || (await created())
    return manages ? 'yes' : 'no'
  } catch (error) {
    log.warn({ error: errorWords(error) }, 'Slack did not say what somebody may manage')
    return 'not told'
  }
}

const NONE = z.literal(NOT_CHOSEN).transform(() => undefined)

/** Slack names the block and, the same, the element in it. */
const byName = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .transform(blocks => Object.fromEntries(Object.entries(blocks).map(([name, elements]) => [name, elements[name]])))

const picked = <Value>(value: z.ZodType<Value>) =>
  z.object({ selected_option: z.object({ value }) }).transform(({ selected_option }) => selected_option.value)

const own = { undo: picked(UNDO.values.or(NONE)) }

/** The channel is asked about only for those who may change it. */
export const settingsAnswers = byName.pipe(
  z.union([
    z.strictObject({
      replies: picked(REPLIES.values),
      results: picked(RESULTS.values),
      // Asked only where the operator lets any go along.
      above: picked(ABOVE.values).optional(),
      'default-job': picked(z.string().regex(JOB_ID).or(NONE)),
      ...own
    }),
    z.strictObject(own)
  ])
)

/** `shown` is what the form began with. */
export const settingsPlace = formPlaceSchema.extend({ shown: z.record(z.string(), z.string()) })

type Given = {
  userId: string
  userTeamId: string
  place: z.output<typeof settingsPlace>
  answers: z.output<typeof settingsAnswers>
}

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
  const { channelId, shown } = place
  if (place.projectId !== projectId) return 'outdated'
  const refused = await whyRefused(deps, { userId, userTeamId, channelId: channelId ?? undefined })
  if (refused) return refused === 'not told' ? refused : 'may not'
  const ofChannel = 'replies' in answers && channelId !== null ? { ...answers, channelId } : undefined
  const mayChange = ofChannel ? await mayManage(deps, { userId, ...ofChannel }) : 'yes'
  if (mayChange !== 'yes') return mayChange
  const atMs = now()
  await database.transaction(async sql => {
    const save = async <Value extends string>(scope: string, setting: Setting<Value>, value: Value | undefined) => {
      // Somebody else may have changed meanwhile what was left as it was.
      if ((value ?? NOT_CHOSEN) !== shown[setting.name])
        await choose(sql, { ...deps, scope }, setting, { value, atMs, by: userId })
    }
    await save(userId, UNDO, answers.undo)
    if (ofChannel === undefined) return
    await save(ofChannel.channelId, REPLIES, ofChannel.replies)
    await save(ofChannel.channelId, RESULTS, ofChannel.results)
    if (ofChannel.above) await save(ofChannel.channelId, ABOVE, ofChannel.above)
    await save(ofChannel.channelId, defaultJobIn(projectId), ofChannel['default-job'])
    // The cards say which replies go to the agent.
    await deps.enqueue(sql, 'show', await latestThreadsIn(sql, { teamId, projectId, channelId: ofChannel.channelId }))
  })
  return undefined
}

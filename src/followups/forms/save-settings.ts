import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../database/database.ts'
import { errorWords } from '../../errors.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { SETTINGS_ERRORS } from '../messages/settings-form.ts'
import { readUnlessPaused } from '../read-unless-paused.ts'
import type { FormPlace } from '../rules/followup-form.ts'
import { channelSettings, defaultJobIn, ownSettings, type Setting } from '../rules/setting.ts'
import { JOB_ID } from '../rules/typed-id.ts'
import { choose, findChoice } from '../stores/setting-store.ts'
import { mayManage } from './may-manage.ts'
import type { SettingsAnswers } from './read-settings.ts'

type Given = { userId: string; userTeamId: string; place: FormPlace; answers: SettingsAnswers }

/** Why nothing was changed, beside the question that it is about. */
type Wrong = Record<string, string>

/** Undefined: it is stored. */
export async function saveSettings(deps: FollowupDeps, given: Given): Promise<Wrong | undefined> {
  const { answers, place } = given
  const about = (why: keyof typeof SETTINGS_ERRORS): Wrong => ({
    [answers.channel ? 'replies' : 'own-job']: SETTINGS_ERRORS[why]
  })
  if (place.projectId !== deps.projectId) return about('outdated')
  const refused = await whyNot(deps, given)
  if (refused) return about(refused)
  try {
    const wrong = await findWrong(deps, given)
    if (wrong) return wrong
    await store(deps, given)
    return undefined
  } catch (error) {
    deps.log.error({ error: errorWords(error) }, 'Settings could not be stored')
    return about('unclear')
  }
}

async function whyNot(deps: FollowupDeps, { userId, userTeamId, place: { channelId }, answers }: Given) {
  const refused = await checkPermissionOnce(deps, { userId, userTeamId, channelId: channelId ?? undefined })
  if (refused) return refused === 'not told' ? refused : 'may not'
  if (answers.channel === undefined || channelId === null) return undefined
  const mayChange = await mayManage(deps, { userId, channelId })
  return mayChange === 'yes' ? undefined : mayChange
}

async function findWrong(deps: FollowupDeps, { userId, place, answers }: Given): Promise<Wrong | undefined> {
  const { teamId } = deps
  const [ofChannel, own] = await Promise.all([
    place.channelId === null
      ? undefined
      : whyNoJob(deps, { teamId, channelId: place.channelId }, answers.channel?.['default-job']),
    whyNoJob(deps, { teamId, userId }, answers.own['own-job'])
  ])
  if (ofChannel === undefined && own === undefined) return undefined
  return {
    ...(ofChannel && { 'default-job': SETTINGS_ERRORS[ofChannel] }),
    ...(own && { 'own-job': SETTINGS_ERRORS[own] })
  }
}

// Slack waits for three seconds. What the agent service does not know by then is found out when it is used.
const READ_WITHIN_MS = 1_000

async function whyNoJob(deps: FollowupDeps, place: Parameters<typeof findChoice>[1], jobId: string | null = null) {
  const { database, projectId } = deps
  if (jobId === null || (await findChoice(database, place, defaultJobIn(projectId)))?.value === jobId) return undefined
  if (deps.findSecrets(jobId).length > 0 || !JOB_ID.test(jobId)) return 'not a job'
  const reading = readUnlessPaused(deps, { projectId, jobId }).catch(() => undefined)
  const read = await Promise.race([reading, sleep(READ_WITHIN_MS, undefined, { ref: false })])
  return read?.kind === 'refused' && read.reason === 'unknown job' ? 'unknown job' : undefined
}

async function store(deps: FollowupDeps, { userId, place: { channelId }, answers }: Given): Promise<void> {
  const { database, teamId, projectId, now } = deps
  const atMs = now()
  await database.transaction(async sql => {
    if (answers.channel && channelId !== null)
      await chooseAll(sql, { teamId, channelId }, channelSettings(projectId), answers.channel, { by: userId, atMs })
    await chooseAll(sql, { teamId, userId }, ownSettings(projectId), answers.own, { by: userId, atMs })
  })
}

async function chooseAll<Values>(
  sql: Sql,
  place: Parameters<typeof choose>[1],
  settings: { [Name in keyof Values]: Setting<Values[Name]> },
  answers: { [Name in keyof Values]: Values[Name] | null },
  who: { by: string; atMs: number }
): Promise<void> {
  for (const name in settings) await choose(sql, place, settings[name], { value: answers[name] ?? undefined, ...who })
}

import { repliesQuestion, resultsQuestion } from '../../src/followups/messages/channel-questions.ts'
import { jobQuestion, ownJobQuestion } from '../../src/followups/messages/job-questions.ts'
import { type MayChange, SETTINGS_ERRORS, settingsForm } from '../../src/followups/messages/settings-form.ts'
import { toDefaultJobMessage } from '../../src/followups/messages/slip-messages.ts'
import { ownUndoQuestion, undoQuestion } from '../../src/followups/messages/undo-question.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { formGroup, type GalleryGroup, galleryGroup } from './gallery-group.ts'

const CHANNEL = 'C0DOCS'
const UNDER: Partial<Record<keyof typeof SETTINGS_ERRORS, string>> = {
  'not a job': 'default-job',
  'unknown job': 'own-job'
}

/** What people choose, for a channel and for themselves. */
export function listSettings(nowMs: number): GalleryGroup[] {
  const place = { projectId: 'project-1', channelId: CHANNEL, responseUrl: null }
  const chose = <Value>(value: Value, scope: 'channel' | 'person' = 'channel') => ({
    scope,
    value,
    by: PEOPLE.ana,
    atMs: nowMs
  })
  const [replies, job] = [chose('smart' as const), chose('job_8f2')]
  const undo = chose('10' as const)
  const nothing = [
    repliesQuestion({ chosen: undefined, otherwise: 'always' }),
    resultsQuestion({ chosen: undefined, otherwise: 'news' }),
    jobQuestion(undefined),
    undoQuestion(undefined)
  ]
  const chosen = [
    repliesQuestion({ chosen: replies, otherwise: 'always' }),
    resultsQuestion({ chosen: undefined, otherwise: 'news' }),
    jobQuestion(job),
    undoQuestion(undo)
  ]
  const none = [ownJobQuestion(undefined), ownUndoQuestion(undefined)]
  const own = [
    ownJobQuestion(chose('job_31c', 'person'), { id: CHANNEL, chosen: job }),
    ownUndoQuestion(undefined, { id: CHANNEL, chosen: undo })
  ]
  const form = (questions: typeof nothing, mine: typeof own, mayChange: MayChange = 'yes') =>
    settingsForm({ place, channel: { id: CHANNEL, mayChange, questions }, own: mine })
  return [
    formGroup('Settings', [
      ['settingsForm', 'Settings: nothing chosen', form(nothing, none)],
      ['settingsForm', 'Settings: chosen', form(chosen, own)],
      ['settingsForm', 'Settings: for those who may not change the channel’s', form(chosen, own, 'no')],
      ['settingsForm', 'Settings: Slack does not say who may', form(nothing, none, 'not told')],
      ['settingsForm', 'Settings: outside of channels', settingsForm({ place: { ...place, channelId: null }, own })],
      ...Object.entries(SETTINGS_ERRORS).map(([name, words]) => {
        const under = Object.entries(UNDER).find(([key]) => key === name)?.[1] ?? 'replies'
        return ['settingsForm', `Under a setting: ${name}`, form(nothing, none), { [under]: words }] as const
      })
    ]),
    galleryGroup('Default jobs', true, [
      ['toDefaultJobMessage', 'Sent to the channel’s default job', toDefaultJobMessage('job_8f2', 'channel')],
      ['toDefaultJobMessage', 'Sent to one’s own default job', toDefaultJobMessage('job_8f2', 'person')]
    ])
  ]
}

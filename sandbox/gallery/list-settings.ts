import {
  jobQuestion,
  type MayChange,
  repliesQuestion,
  resultsQuestion,
  SETTINGS_ERRORS,
  settingsForm
} from '../../src/followups/views/settings-form.ts'
import { toDefaultJobMessage } from '../../src/followups/views/slip-messages.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { formGroup, type GalleryGroup, galleryGroup } from './gallery-group.ts'

const CHANNEL = 'C0DOCS'

/** What people choose, for a channel and for themselves. */
export function listSettings(nowMs: number): GalleryGroup[] {
  const place = { projectId: 'project-1', channelId: CHANNEL, responseUrl: null }
  const chose = <Value>(value: Value) => ({ value, by: PEOPLE.ana, atMs: nowMs })
  const nothing = [
    repliesQuestion({ chosen: undefined, otherwise: 'always' }),
    resultsQuestion({ chosen: undefined, otherwise: 'news' }),
    jobQuestion(undefined)
  ]
  const chosen = [
    repliesQuestion({ chosen: chose('mention'), otherwise: 'always' }),
    resultsQuestion({ chosen: undefined, otherwise: 'news' }),
    jobQuestion(chose('job_8f2'))
  ]
  const undo = chose('10' as const)
  const form = (questions: typeof nothing, mine?: typeof undo, mayChange: MayChange = 'yes') =>
    settingsForm({ place, channel: { id: CHANNEL, mayChange, questions }, undo: mine })
  return [
    formGroup('Settings', [
      ['settingsForm', 'Settings: nothing chosen', form(nothing)],
      ['settingsForm', 'Settings: chosen', form(chosen, undo)],
      ['settingsForm', 'Settings: for those who may not change the channel’s', form(chosen, undo, 'no')],
      ['settingsForm', 'Settings: Slack does not say who may', form(nothing, undefined, 'not told')],
      ['settingsForm', 'Settings: outside of channels', settingsForm({ place: { ...place, channelId: null }, undo })],
      ...Object.entries(SETTINGS_ERRORS).map(
        ([name, words]) => ['settingsForm', `Under a setting: ${name}`, form(nothing), { replies: words }] as const
      )
    ]),
    galleryGroup('Default jobs', true, [
      ['toDefaultJobMessage', 'Sent to the channel’s default job', toDefaultJobMessage('job_8f2')]
    ])
  ]
}

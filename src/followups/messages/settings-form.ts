import type { types } from '@slack/bolt'
import { context, divider, section } from '../../slack/blocks.ts'
import type { FormPlace } from '../rules/followup-form.ts'
import { plain, type SettingQuestion } from './setting-question.ts'

export const SETTINGS_FORM = 'settings-form'

/** Whether somebody may change a channel's settings, as far as Slack says so. */
export type MayChange = 'yes' | 'no' | 'not told'

export type SettingsFacts = {
  place: FormPlace
  /** Unless it was opened outside of channels. */
  channel?: { id: string; mayChange: MayChange; questions: SettingQuestion[] } | undefined
  /** What everybody chooses for themselves. */
  own: SettingQuestion[]
}

/** What holds in a channel, and who chose it, for those who may change it to be changed; and one's own choices. */
export const settingsForm = ({ place, channel, own }: SettingsFacts): types.ModalView => ({
  type: 'modal',
  callback_id: SETTINGS_FORM,
  private_metadata: JSON.stringify(place),
  title: plain('Settings'),
  submit: plain('Save'),
  close: plain('Cancel'),
  blocks: [...(channel ? [...channelBlocks(channel), divider()] : []), section(JUST_YOU), ...own.flatMap(toChange)]
})

const JUST_YOU = '*Just for you*\nOnly you see and change these.'

const channelBlocks = ({ id, mayChange, questions }: NonNullable<SettingsFacts['channel']>): types.KnownBlock[] =>
  mayChange === 'yes'
    ? [
        section(`*For everybody in <#${id}>*\nChanges apply to what people write from now on.`),
        ...questions.flatMap(toChange)
      ]
    : [section(`*For everybody in <#${id}>*`), ...questions.flatMap(toRead), context(WHO_MAY[mayChange])]

const toChange = ({ fields, source }: SettingQuestion): types.KnownBlock[] => [...fields, context(source)]

const toRead = ({ label, holds, source }: SettingQuestion): types.KnownBlock[] => [
  section(`*${label}*\n${holds}`),
  context(source)
]

const WHO_MAY: Record<Exclude<MayChange, 'yes'>, string> = {
  no: 'Workspace admins and whoever created the channel can change this.',
  'not told': 'Slack didn’t tell me who may change this. Open it again in a minute to try.'
}

/** Said under a question; the form stays open. */
export const SETTINGS_ERRORS = {
  no: 'Nothing was changed: only workspace admins and whoever created the channel may.',
  'not told': 'Nothing was changed: Slack didn’t tell me whether you may. Try again in a minute.',
  'may not': 'Nothing was changed: you may no longer use me here.',
  unclear: 'I’m not sure this was saved. Open the settings again in a minute to check.',
  'too late': 'Nothing was changed: I was held up and read this too late. Press Save again.',
  outdated: 'Nothing was changed: I’ve been updated since you opened this. Open the settings again.',
  'not a job': 'Nothing was changed: that can’t be a job’s id. Choose another one.',
  'unknown job': 'Nothing was changed: there’s no such job. Check the id.'
}

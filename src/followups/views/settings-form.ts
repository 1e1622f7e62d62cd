import type { types } from '@slack/bolt'
import { context, divider, plainText, section } from '../../slack/blocks.ts'
import type { FormPlace } from '../model/followup-form.ts'
import {
  ABOVE,
  defaultJobIn,
  NOT_CHOSEN,
  REPLIES,
  RESULTS,
  type Replies,
  type Results,
  type TakesAbove,
  UNDO,
  type Undo
} from '../model/setting.ts'
import { input, jobOption } from './followup-form.ts'
import { jobName } from './phrases.ts'

export const SETTINGS_FORM = 'settings-form'

export type MayChange = 'yes' | 'no' | 'not told'

export type SettingsFacts = {
  place: FormPlace
  /** Undefined outside of channels. */
  channel?:
    | {
        id: string
        mayChange: MayChange
        replies: Replies
        results: Results
        /** Undefined: the operator lets none go along. */
        above: TakesAbove | undefined
        job: string | undefined
      }
    | undefined
  undo: Undo | undefined
}

/** The block and the element in it have the name by which the answer is read. */
type SettingQuestion = { label: string; field: types.InputBlock; holds: string }

const REPLIES_WORDS: Record<Replies, string> = {
  always: 'Every reply',
  mention: 'Replies that begin by mentioning me'
}

const RESULTS_WORDS: Record<Results, string> = {
  news: 'The first in a thread, failures and new pull requests',
  all: 'Every result',
  none: 'None'
}

const ABOVE_WORDS: Record<TakesAbove, string> = {
  along: 'Go along when somebody mentions me there',
  never: 'Never go along'
}

const UNDO_WORDS: Record<Undo, string> = {
  5: '5 seconds',
  10: '10 seconds',
  20: '20 seconds',
  30: '30 seconds',
  60: '60 seconds'
}

export const settingsForm = ({ place, channel, undo }: SettingsFacts): types.ModalView => ({
  type: 'modal',
  callback_id: SETTINGS_FORM,
  private_metadata: JSON.stringify({ ...place, shown: shownIn({ place, channel, undo }) }),
  title: plainText('Settings'),
  submit: plainText('Save'),
  close: plainText('Cancel'),
  blocks: [...(channel ? [...channelBlocks(channel), divider()] : []), section('*Just for you*'), undoField(undo)]
})

/** By the names of the settings. */
const shownIn = ({ place: { projectId }, channel, undo }: SettingsFacts): Record<string, string> => ({
  [UNDO.name]: undo ?? NOT_CHOSEN,
  ...(channel && {
    [REPLIES.name]: channel.replies,
    [RESULTS.name]: channel.results,
    ...(channel.above && { [ABOVE.name]: channel.above }),
    [defaultJobIn(projectId).name]: channel.job ?? NOT_CHOSEN
  })
})

const channelBlocks = ({
  id,
  mayChange,
  replies,
  results,
  above,
  job
}: NonNullable<SettingsFacts['channel']>): types.KnownBlock[] => [
  section(`*For everybody in <#${id}>*`),
  ...[
    choiceOf('replies', 'Replies that go to the agent', REPLIES_WORDS, replies),
    choiceOf('results', 'Results shown in the channel', RESULTS_WORDS, results),
    ...(above ? [choiceOf('above', 'Messages above in a thread', ABOVE_WORDS, above)] : []),
    jobQuestion(job)
  ].map(({ label, field, holds }) => (mayChange === 'yes' ? field : section(`*${label}*\n${holds}`))),
  ...(mayChange === 'yes' ? [] : [context(WHO_MAY[mayChange])])
]

const WHO_MAY: Record<Exclude<MayChange, 'yes'>, string> = {
  no: 'Workspace admins and whoever created the channel can change this.',
  'not told': 'Slack didn’t tell me who may change this. Close this and open it again in a minute.'
}

function choiceOf<Value extends string>(
  name: string,
  label: string,
  words: Record<Value, string>,
  chosen: Value
): SettingQuestion {
  const menu = menuOf(Object.entries<string>(words), chosen)
  return {
    label,
    field: input(name, label, { type: 'radio_buttons', action_id: name, ...menu }),
    holds: words[chosen]
  }
}

const jobQuestion = (chosen: string | undefined): SettingQuestion => ({
  label: 'Default job',
  field: input('default-job', 'Default job', {
    type: 'external_select',
    action_id: 'default-job',
    placeholder: plainText('Choose a job, or type its id'),
    min_query_length: 0,
    initial_option: chosen ? jobOption(chosen) : jobOption(NOT_CHOSEN, 'None')
  }),
  holds: chosen ? jobName(chosen) : 'None'
})

function undoField(chosen: Undo | undefined): types.InputBlock {
  const menu = menuOf([[NOT_CHOSEN, 'None'], ...Object.entries(UNDO_WORDS)], chosen ?? NOT_CHOSEN)
  return {
    ...input('undo', 'Time to undo a reply', { type: 'static_select', action_id: 'undo', ...menu }),
    hint: plainText(
      'Until it goes out, you can edit or delete it, or press Cancel on the card. Commands and forms go out at once.'
    )
  }
}

function menuOf(words: [value: string, text: string][], chosen: string) {
  const options = words.map(([value, text]) => ({ text: plainText(text), value }))
  const initial = options.find(({ value }) => value === chosen)
  return { options, ...(initial && { initial_option: initial }) }
}

export const SETTINGS_ERRORS = {
  no: 'Nothing was changed: only workspace admins and whoever created the channel may.',
  'not told': 'Nothing was changed: Slack didn’t tell me whether you may. Try again in a minute.',
  'may not': 'Nothing was changed: you may no longer use me here.',
  unclear: 'I’m not sure this was saved. Open the settings again in a minute to check.',
  'too late': 'Nothing was changed: I was held up and read this too late. Press Save again.',
  outdated: 'Nothing was changed: I’ve been updated since you opened this. Open the settings again.'
}

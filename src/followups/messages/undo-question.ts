import type { types } from '@slack/bolt'
import type { Choice, Undo } from '../rules/setting.ts'
import { NOT_CHOSEN } from './channel-questions.ts'
import { chosenBy, field, plain, type SettingQuestion, yours } from './setting-question.ts'

const HINT = 'Edit or delete it by then, or press Cancel on the card. Commands, forms and buttons go out at once.'
const { 0: NONE, ...SECONDS } = {
  0: 'None',
  5: '5 seconds',
  10: '10 seconds',
  20: '20 seconds',
  30: '30 seconds',
  60: '60 seconds'
} satisfies Record<Undo, string>
const AT_ONCE = 'None: replies go out at once.'
const AS_CHANNEL = 'Same as the channel'

const wordsOf = (undo: Undo) => (undo === '0' ? NONE : SECONDS[undo])

/** How long replies in a channel wait before they go out. */
export function undoQuestion(chosen: Choice<Undo> | undefined): SettingQuestion {
  const label = 'Time to undo a reply'
  return {
    label,
    fields: [menu('undo', label, { notChosen: NONE, options: SECONDS, chosen })],
    holds: wordsOf(chosen?.value ?? '0'),
    source: chosen ? chosenBy(chosen) : AT_ONCE
  }
}

/** What one person has chosen instead. */
export function ownUndoQuestion(
  chosen: Choice<Undo> | undefined,
  channel?: { id: string; chosen: Choice<Undo> | undefined }
): SettingQuestion {
  const label = 'Your time to undo a reply'
  const inChannel = channel?.chosen ? `In <#${channel.id}>: ${wordsOf(channel.chosen.value)}.` : AT_ONCE
  return {
    label,
    fields: [menu('own-undo', label, { notChosen: AS_CHANNEL, options: { 0: NONE, ...SECONDS }, chosen })],
    holds: chosen ? wordsOf(chosen.value) : AS_CHANNEL,
    source: chosen ? yours(chosen) : inChannel
  }
}

type Asked = { notChosen: string; options: Record<string, string>; chosen: Choice<Undo> | undefined }

function menu(name: string, label: string, { notChosen, options: words, chosen }: Asked): types.InputBlock {
  const first = { text: plain(notChosen), value: NOT_CHOSEN }
  const options = [first, ...Object.entries(words).map(([value, text]) => ({ text: plain(text), value }))]
  const element: types.StaticSelect = {
    type: 'static_select',
    action_id: name,
    options,
    initial_option: options.find(({ value }) => value === chosen?.value) ?? first
  }
  return { ...field(name, label, element), hint: plain(HINT) }
}

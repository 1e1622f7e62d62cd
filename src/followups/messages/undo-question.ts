import type { types } from '@slack/bolt'
import type { Choice, Together, Undo } from '../rules/setting.ts'
import { NOT_CHOSEN } from './channel-questions.ts'
import { chosenBy, field, plain, type SettingQuestion, yours } from './setting-question.ts'

type About<Value extends string> = {
  name: string
  label: string
  own: string
  hint: string
  words: Record<Value, string>
  /** What holds where nobody chose. */
  otherwise: Value
  source: string
}

const UNDO: About<Undo> = {
  name: 'undo',
  label: 'Time to undo a reply',
  own: 'Your time to undo a reply',
  hint: 'Edit or delete it by then, or press Cancel on the card. Commands, forms and buttons go out at once.',
  words: { 0: 'None', 5: '5 seconds', 10: '10 seconds', 20: '20 seconds', 30: '30 seconds', 60: '60 seconds' },
  otherwise: '0',
  source: 'None: replies go out at once.'
}

const TOGETHER: About<Together> = {
  name: 'together',
  label: 'Several replies within that time',
  own: 'Your replies within that time',
  hint: 'Those of one person in one thread. Without a time to undo, each goes out by itself.',
  words: { separately: 'Each by itself', together: 'As one numbered message' },
  otherwise: 'separately',
  source: 'Each goes out by itself.'
}

type InChannel<Value> = { id: string; chosen: Choice<Value> | undefined }

/** How long replies in a channel wait before they go out, and what becomes of several; and what one person has chosen instead. */
export const undoQuestion = (chosen: Choice<Undo> | undefined) => ofChannel(UNDO, chosen)
export const togetherQuestion = (chosen: Choice<Together> | undefined) => ofChannel(TOGETHER, chosen)
export const ownUndoQuestion = (chosen: Choice<Undo> | undefined, channel?: InChannel<Undo>) =>
  ofPerson(UNDO, chosen, channel)
export const ownTogetherQuestion = (chosen: Choice<Together> | undefined, channel?: InChannel<Together>) =>
  ofPerson(TOGETHER, chosen, channel)

function ofChannel<Value extends string>(about: About<Value>, chosen: Choice<Value> | undefined): SettingQuestion {
  const { name, label, words, otherwise, source } = about
  const { [otherwise]: none, ...others } = words
  return {
    label,
    fields: [menu(about, { name, label, options: others, notChosen: none, chosen })],
    holds: words[chosen?.value ?? otherwise],
    source: chosen ? chosenBy(chosen) : source
  }
}

const AS_CHANNEL = 'Same as the channel'

function ofPerson<Value extends string>(
  about: About<Value>,
  chosen: Choice<Value> | undefined,
  channel: InChannel<Value> | undefined
): SettingQuestion {
  const { name, own: label, words, source } = about
  const inChannel = channel?.chosen ? `In <#${channel.id}>: ${words[channel.chosen.value]}.` : source
  return {
    label,
    fields: [menu(about, { name: `own-${name}`, label, options: words, notChosen: AS_CHANNEL, chosen })],
    holds: chosen ? words[chosen.value] : AS_CHANNEL,
    source: chosen ? yours(chosen) : inChannel
  }
}

type Asked = {
  name: string
  label: string
  options: Record<string, string>
  notChosen: string
  chosen: Choice<string> | undefined
}

function menu({ hint }: Pick<About<string>, 'hint'>, { name, label, options: words, notChosen, chosen }: Asked) {
  const first = { text: plain(notChosen), value: NOT_CHOSEN }
  const options = [first, ...Object.entries(words).map(([value, text]) => ({ text: plain(text), value }))]
  const element: types.StaticSelect = {
    type: 'static_select',
    action_id: name,
    options,
    initial_option: options.find(({ value }) => value === chosen?.value) ?? first
  }
  return { ...field(name, label, element), hint: plain(hint) }
}

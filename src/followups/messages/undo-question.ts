import type { types } from '@slack/bolt'
import type { Choice, Undo } from '../rules/setting.ts'
import { NOT_CHOSEN } from './channel-questions.ts'
import { chosenBy, field, plain, type SettingQuestion, yours } from './setting-question.ts'

const NONE = 'None'

const WORDS: Record<Undo, string> = {
  0: NONE,
  5: '5 seconds',
  10: '10 seconds',
  20: '20 seconds',
  30: '30 seconds',
  60: '60 seconds'
}

const AT_ONCE = 'None: replies go out at once.'

/** How long replies in a channel wait before they go out. */
export const undoQuestion = (chosen: Choice<Undo> | undefined): SettingQuestion => ({
  ...asking('undo', 'Time to undo a reply', chosen, NONE),
  holds: WORDS[chosen?.value ?? 0],
  source: chosen ? chosenBy(chosen) : AT_ONCE
})

/** The same for one person, who goes before their channels. */
export const ownUndoQuestion = (
  chosen: Choice<Undo> | undefined,
  channel?: { id: string; undo: Choice<Undo> | undefined }
): SettingQuestion => ({
  ...asking('own-undo', 'Your time to undo a reply', chosen, 'As the channel has it'),
  holds: chosen ? WORDS[chosen.value] : 'As the channel has it',
  source: chosen ? yours(chosen) : channel?.undo ? `In <#${channel.id}>: ${WORDS[channel.undo.value]}.` : AT_ONCE
})

const HINT = 'Edit or delete it by then, or press Cancel on the card. Commands, forms and buttons go out at once.'

function asking(name: string, label: string, chosen: Choice<Undo> | undefined, notChosen: string) {
  const seconds = Object.entries<string>(WORDS).filter(([, words]) => words !== notChosen)
  const options = [[NOT_CHOSEN, notChosen], ...seconds].map(([value = '', words = '']) => ({
    text: plain(words),
    value
  }))
  const initial = options.find(({ value }) => value === chosen?.value) ?? options[0]
  const menu: types.StaticSelect = {
    type: 'static_select',
    action_id: name,
    options,
    ...(initial && { initial_option: initial })
  }
  return { label, fields: [{ ...field(name, label, menu), hint: plain(HINT) }] }
}

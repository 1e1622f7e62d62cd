import type { types } from '@slack/bolt'
import { slackTime } from '../../slack/slack-text.ts'
import type { Choice } from '../rules/setting.ts'
import { DATE, mention } from './phrases.ts'

/** One thing that people can choose, with what is known about it. */
export type SettingQuestion = {
  label: string
  /** Where it is answered. Their blocks, and the elements in them, have the name by which the answer is read. */
  fields: types.InputBlock[]
  /** What holds, for those who may only look. */
  holds: string
  /** Where that comes from. */
  source: string
}

export const chosenBy = ({ by, atMs }: Choice<unknown>) => `Chosen by ${mention(by)}${slackTime(atMs, DATE, ', ')}.`
export const yours = ({ atMs }: Choice<unknown>) => `Yours, ${slackTime(atMs, DATE, 'chosen ')}.`

export const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: true })

export const field = (name: string, label: string, element: types.InputBlock['element']): types.InputBlock => ({
  type: 'input',
  block_id: name,
  label: plain(label),
  element
})

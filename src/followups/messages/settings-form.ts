import type { types } from '@slack/bolt'
import { context, section } from '../../slack/blocks.ts'
import { slackTime } from '../../slack/slack-text.ts'
import type { QuickFollowup } from '../rules/quick-followups.ts'
import type { Choice, Replies, Results } from '../rules/setting.ts'
import { quickQuestion, quickToRead } from './quick-question.ts'

export const SETTINGS_FORM = 'settings-form'

/** Stands for the default, which the operator chose. */
export const NOT_CHOSEN = 'operator'

type Asked<Value extends string> = { chosen: Choice<Value> | undefined; otherwise: Value }

export type SettingsFacts = {
  channelId: string
  replies: Asked<Replies>
  results: Asked<Results>
  quick: Choice<QuickFollowup[]> | undefined
  mayChange: MayChange
}

/** As far as Slack says so. */
export type MayChange = 'yes' | 'no' | 'not told'

const REPLIES_WORDS: Record<Replies, string> = {
  always: 'Every reply',
  mention: 'Replies that begin by mentioning me',
  smart: 'Every reply, until a second person writes in the thread'
}

const RESULTS_WORDS: Record<Results, string> = {
  news: 'The first in a thread, failures and new pull requests',
  all: 'Every result',
  none: 'None'
}

/** What holds in a channel, and who chose it; with the choice, for those who may make it. */
export function settingsForm({ channelId, replies, results, quick, mayChange }: SettingsFacts): types.ModalView {
  const isOpen = mayChange === 'yes'
  const asked = [
    { name: 'replies', label: 'Replies that go to the agent', words: REPLIES_WORDS, ...replies },
    { name: 'results', label: 'Results shown in the channel', words: RESULTS_WORDS, ...results }
  ]
  return {
    type: 'modal',
    callback_id: SETTINGS_FORM,
    private_metadata: channelId,
    title: plain('Channel settings'),
    close: plain(isOpen ? 'Cancel' : 'Close'),
    ...(isOpen && { submit: plain('Save') }),
    blocks: [
      section(`For <#${channelId}>.${isOpen ? ' Changes apply to what people write from now on.' : ''}`),
      ...asked.flatMap(one => (isOpen ? toChange(one) : toRead(one))),
      isOpen ? quickQuestion(quick?.value) : quickToRead(quick?.value),
      ...(quick ? [context(chosenBy(quick))] : []),
      ...(mayChange === 'yes' ? [] : [context(WHO_MAY[mayChange])])
    ]
  }
}

type Question = {
  name: string
  label: string
  words: Record<string, string>
  chosen: Choice<string> | undefined
  otherwise: string
}

function toChange({ name, label, words, chosen, otherwise }: Question): types.KnownBlock[] {
  const notChosen = {
    text: plain('The default'),
    description: plain(words[otherwise] ?? ''),
    value: NOT_CHOSEN
  }
  const options = [notChosen, ...Object.entries(words).map(([value, text]) => ({ text: plain(text), value }))]
  const initial = options.find(({ value }) => value === chosen?.value) ?? notChosen
  return [
    {
      type: 'input',
      block_id: name,
      label: plain(label),
      element: { type: 'radio_buttons', action_id: name, options, initial_option: initial }
    },
    ...(chosen ? [context(chosenBy(chosen))] : [])
  ]
}

const toRead = ({ label, words, chosen, otherwise }: Question): types.KnownBlock[] => [
  section(`*${label}*\n${words[chosen?.value ?? otherwise]}`),
  context(chosen ? chosenBy(chosen) : 'This is the default.')
]

const WHO_MAY: Record<Exclude<MayChange, 'yes'>, string> = {
  no: 'Workspace admins and whoever created the channel can change this.',
  'not told': 'Slack didn’t tell me who may change this. Open it again in a minute to try.'
}

/** Said under the first question of the form, which stays open. */
export const SETTINGS_ERRORS = {
  no: 'Nothing was changed: only workspace admins and whoever created the channel may.',
  'not told': 'Nothing was changed: Slack didn’t tell me whether you may. Try again in a minute.',
  unclear: 'I’m not sure this was saved. Open the settings again in a minute to check.'
}

const chosenBy = ({ by, atMs }: Choice<unknown>) => `Chosen by <@${by}>, ${slackTime(atMs)}.`

const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: true })

import type { Choice, Replies, Results } from '../rules/setting.ts'
import { chosenBy, field, plain, type SettingQuestion } from './setting-question.ts'

/** Stands for the default, which the operator chose. */
export const NOT_CHOSEN = 'operator'

type Asked<Value extends string> = { chosen: Choice<Value> | undefined; otherwise: Value }

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

export const repliesQuestion = (asked: Asked<Replies>) =>
  choiceOf('replies', 'Replies that go to the agent', REPLIES_WORDS, asked)

export const resultsQuestion = (asked: Asked<Results>) =>
  choiceOf('results', 'Results shown in the channel', RESULTS_WORDS, asked)

function choiceOf<Value extends string>(
  name: string,
  label: string,
  words: Record<Value, string>,
  { chosen, otherwise }: Asked<Value>
): SettingQuestion {
  const notChosen = { text: plain('The default'), description: plain(words[otherwise]), value: NOT_CHOSEN }
  const options = [notChosen, ...Object.entries<string>(words).map(([value, text]) => ({ text: plain(text), value }))]
  const initial = options.find(({ value }) => value === chosen?.value) ?? notChosen
  return {
    label,
    fields: [field(name, label, { type: 'radio_buttons', action_id: name, options, initial_option: initial })],
    holds: words[chosen?.value ?? otherwise],
    source: chosen ? chosenBy(chosen) : 'The operator’s default.'
  }
}

import type { types } from '@slack/bolt'
import { LIMITS, shorten } from '../../slack/limits.ts'
import { escapeInLine } from '../../slack/slack-text.ts'
import { LONGEST_LABEL, type QuickProblem } from '../rules/parse-quick.ts'
import { MOST_QUICK, type QuickFollowup, toLine } from '../rules/quick-followups.ts'
import type { Choice } from '../rules/setting.ts'
import { QUOTED } from './phrases.ts'
import { secretNames } from './secret-messages.ts'
import { chosenBy, field, plain, type SettingQuestion } from './setting-question.ts'

const LABEL = 'Quick follow-ups'

/** What the results of a channel offer to send next. One in each line: to change them all, with what people know from other lists. */
export function quickQuestion(chosen: Choice<QuickFollowup[]> | undefined): SettingQuestion {
  const element: types.PlainTextInput = {
    type: 'plain_text_input',
    action_id: 'quick',
    multiline: true,
    max_length: LIMITS.inputText,
    placeholder: plain('Fix the tests: The tests fail. Find out why and fix them.'),
    ...(chosen && { initial_value: chosen.value.map(toLine).join('\n') })
  }
  const hint = `Buttons on results here, up to ${MOST_QUICK}. One per line: a label, a colon, and the instruction.`
  return {
    label: LABEL,
    fields: [{ ...field('quick', LABEL, element), optional: true, hint: plain(hint) }],
    holds: chosen?.value.map(toRead).join('\n') ?? 'None',
    source: chosen ? chosenBy(chosen) : 'None: results here have no buttons for them.'
  }
}

const toRead = ({ label, prompt }: QuickFollowup) =>
  `• ${escapeInLine(label)}: ${escapeInLine(shorten(prompt, QUOTED))}`

/** Said under the question, as plain text. */
export const quickError = (problem: QuickProblem): string => `Line ${problem.line}: ${WRONG[problem.kind](problem)}`

const WRONG: Record<QuickProblem['kind'], (problem: QuickProblem) => string> = {
  'no label': () => 'begin with the label of the button and a colon, like “Fix the tests: …”.',
  'label too long': () => `make the label shorter. It can have ${LONGEST_LABEL} characters.`,
  'nothing to send': () => 'after the colon, say what the agent should do.',
  'no such time': () => 'that isn’t a time I can keep. Choose one within 7 days.',
  'same label': () => 'another button has this label. Choose a different one.',
  'not for the agent': () => 'I wouldn’t send this to the agent. Write a sentence.',
  'too many': () => `this is one too many. You can have up to ${MOST_QUICK}.`,
  'too long': () =>
    `make this shorter. All lines together can have ${LIMITS.inputText.toLocaleString('en')} characters.`,
  secret: problem =>
    `this looks like it contains ${problem.kind === 'secret' ? secretNames(problem.found, true) : 'a secret'}. Take it out: everybody here could read it.`
}

import type { types } from '@slack/bolt'
import { section } from '../../slack/blocks.ts'
import { LIMITS, shorten } from '../../slack/limits.ts'
import { escapeInLine } from '../../slack/slack-text.ts'
import { LONGEST_LABEL, type QuickProblem } from '../rules/parse-quick.ts'
import { MOST_QUICK, type QuickFollowup, toLine } from '../rules/quick-followups.ts'
import { QUOTED } from './phrases.ts'
import { secretNames } from './secret-messages.ts'

// What the settings of a channel ask and say about its quick follow-ups.

const LABEL = 'Quick follow-ups'

/** One in each line: to change them all, with what people know from other lists. */
export function quickQuestion(chosen: QuickFollowup[] | undefined): types.InputBlock {
  return {
    type: 'input',
    block_id: 'quick',
    optional: true,
    label: plain(LABEL),
    hint: plain(
      `Buttons on results here, up to ${MOST_QUICK}. One in each line: its label, a colon, and what it sends.`
    ),
    element: {
      type: 'plain_text_input',
      action_id: 'quick',
      multiline: true,
      max_length: LIMITS.inputText,
      placeholder: plain('Fix the tests: The tests fail. Find out why and fix them.'),
      ...(chosen && { initial_value: chosen.map(toLine).join('\n') })
    }
  }
}

/** For those who may not change them. */
export function quickToRead(chosen: QuickFollowup[] = []): types.SectionBlock {
  const lines = chosen.map(({ label, prompt }) => `• ${escapeInLine(label)}: ${escapeInLine(shorten(prompt, QUOTED))}`)
  return section(`*${LABEL}*\n${lines.length > 0 ? lines.join('\n') : 'None.'}`)
}

/** Said under the question, as plain text. */
export const quickError = (problem: QuickProblem): string => `Line ${problem.line}: ${WRONG[problem.kind](problem)}`

const WRONG: Record<QuickProblem['kind'], (problem: QuickProblem) => string> = {
  'no label': () => 'begin with the label of the button and a colon, like “Fix the tests: …”.',
  'label too long': () => `make the label shorter. It can have ${LONGEST_LABEL} characters.`,
  'nothing to send': () => 'after the colon, say what the agent should do.',
  'same label': () => 'another button has this label. Choose a different one.',
  'not for the agent': () => 'I wouldn’t send this to the agent. Write a sentence.',
  'too many': () => `this is one too many. There can be up to ${MOST_QUICK}.`,
  'too long': () =>
    `make this shorter. All lines together can have ${LIMITS.inputText.toLocaleString('en')} characters.`,
  secret: problem =>
    `this looks like it contains ${problem.kind === 'secret' ? secretNames(problem.found, true) : 'a secret'}. Take it out: everybody here could read it.`
}

const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: true })

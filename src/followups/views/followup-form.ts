import type { types } from '@slack/bolt'
import { context, LIMITS, plainText, shorten } from '../../slack/blocks.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import type { FoundSecret } from '../model/find-secrets.ts'
import type { Filled, FormPlace } from '../model/followup-form.ts'
import type { WhenProblem } from '../model/parse-when.ts'
import type { SeenFollowup } from '../model/seen.ts'
import type { Wait } from '../model/wait.ts'
import { REFUSED, secretWords, WHEN_PROBLEMS } from './answers.ts'
import { attribution, capital, instead, joined, quotable, repositoryName } from './phrases.ts'
import { standingWords } from './state-words.ts'

export const FORM = 'followup-form'

export type FormFacts = {
  place: FormPlace
  jobId?: string | undefined
  words?: string | undefined
  wait?: Wait | undefined
  isCut?: boolean
  hasFiles?: boolean
}

export function followupForm(facts: FormFacts): types.ModalView {
  const { place, isCut = false, hasFiles = false, wait } = facts
  return {
    type: 'modal',
    callback_id: FORM,
    private_metadata: JSON.stringify(place),
    title: plainText('Send a follow-up'),
    submit: plainText('Send'),
    close: plainText('Cancel'),
    blocks: [
      input('job', 'Job', jobMenu(facts)),
      input('words', 'What should it do?', wordsBox(facts)),
      ...(isCut ? [context('Only the beginning of the message fits here.')] : []),
      ...(hasFiles ? [context(FILES_STAY)] : []),
      ...(place.above ? [ABOVE] : []),
      input('when', 'When', whenMenu(wait)),
      {
        ...input('at', 'Day and time', timePicker(wait)),
        hint: plainText('Only for “At a time”.'),
        optional: true
      },
      ...(place.channelId === null
        ? WHERE
        : [context('The card, or a link to the job’s thread, will appear in this channel.')])
    ]
  }
}

export function attributedWords(text: string, author: string, link: string): { words: string; isCut: boolean } {
  const from = attribution(author, link)
  const words = shorten(text.trim(), LIMITS.inputText - from.length - 2)
  return { words: [words, from].filter(part => part !== '').join('\n\n'), isCut: words !== text.trim() }
}

const ABOVE: types.KnownBlock = {
  ...input('include', 'Messages above this one', {
    type: 'checkboxes',
    action_id: 'include',
    options: [{ text: plainText('Include up to 20 of them'), value: 'above' }]
  }),
  optional: true
}

const FILES_STAY = 'Attachments aren’t sent from this form. Paste what matters.'

function jobMenu({ jobId }: FormFacts): types.ExternalSelect {
  return {
    type: 'external_select',
    action_id: 'job',
    placeholder: plainText('Choose a job, or type its id'),
    min_query_length: 0,
    ...(jobId === undefined ? { focus_on_load: true } : { initial_option: jobOption(jobId) })
  }
}

export const jobOption = (jobId: string, words = jobId, about?: string): types.PlainTextOption => ({
  text: plainText(shorten(words, LIMITS.optionText)),
  value: jobId,
  ...(about && { description: plainText(shorten(about, LIMITS.optionText)) })
})

function wordsBox({ jobId, words }: FormFacts): types.PlainTextInput {
  return {
    type: 'plain_text_input',
    action_id: 'words',
    multiline: true,
    max_length: LIMITS.inputText,
    placeholder: plainText('Also add error handling examples to the quickstart'),
    ...(words !== undefined && { initial_value: words }),
    ...(jobId !== undefined && { focus_on_load: true })
  }
}

const WHEN: Record<Filled['when'], string> = { now: 'Now', idle: 'When the job is idle', time: 'At a time' }

function whenMenu(wait: Wait | undefined): types.StaticSelect {
  const options = Object.entries(WHEN).map(([value, words]) => ({ text: plainText(words), value }))
  const chosen = options.find(({ value }) => value === wait?.why) ?? options[0]
  return { type: 'static_select', action_id: 'when', options, ...(chosen && { initial_option: chosen }) }
}

const timePicker = (wait: Wait | undefined): types.DateTimepicker => ({
  type: 'datetimepicker',
  action_id: 'at',
  ...(wait?.why === 'time' && { initial_date_time: Math.round(wait.untilMs / 1_000) })
})

const WHERE: types.KnownBlock[] = [
  {
    type: 'input',
    block_id: 'where',
    label: plainText('Where'),
    optional: true,
    element: {
      type: 'conversations_select',
      action_id: 'where',
      default_to_current_conversation: true,
      filter: { include: ['public', 'private'] }
    }
  },
  context('Leave this empty to get the card in your direct messages with me.')
]

export function input(name: string, label: string, element: types.InputBlock['element']): types.InputBlock {
  return { type: 'input', block_id: name, label: plainText(label), element }
}

// Slack shows these as plain text under a field, and keeps the form open with what was typed.

export const FORM_ERRORS = {
  empty: 'Say what the agent should do.',
  'not a job': 'That can’t be a job’s id. Choose another one.',
  twin: 'Not sent twice: you asked for the same thing a moment ago. To send it again, change the words.',
  'taken already':
    'I already have a follow-up from this form. To send this one too, copy your words and open a new form.',
  'said twice': 'Your words also say when to send it. Remove that, or choose Now and clear the time.',
  'time not meant': 'You also picked a time. Choose At a time here, or clear the time.',
  'no time': 'Choose a day and a time.',
  'time over': 'That time has passed. Choose a later one.',
  'too late': 'I was held up and read this too late. Press Send again.',
  'perhaps stored': 'I’m not sure I got this. Press Send again: I won’t send it twice.',
  'not in': 'Not sent: you’re not in this channel. Copy your words and send them from one you’re in.',
  'not told':
    'Not sent: Slack couldn’t tell me whether you’re in this channel. Press Send again in a minute, or send your words there with the command.',
  'bot not there': 'Not sent: I’m not in this channel. Invite me there, then press Send, or choose another one.',
  archived: 'Not sent: this channel is archived. Choose another one.',
  'other project':
    'Not sent: this form was opened for another project. Copy your words and open the form in the channel where they should go.',
  outdated: 'Not sent: I’ve been updated since you opened this form. Copy your words, and open it again.'
}

export const formError = {
  when: (problem: WhenProblem) => capital(WHEN_PROBLEMS[problem]).replaceAll('`', ''),
  refused: (cause: keyof typeof REFUSED) => `Not sent: ${REFUSED[cause]}`,
  word: (word: string) =>
    `Not sent: “${word}” on its own is a command for me. If it’s meant for the agent, write a sentence.`,
  secret: (found: FoundSecret[]) => `Not sent: ${secretWords(found)}. Take it out, then press Send.`
}

export function knownJobOption({ followup, job }: SeenFollowup): types.PlainTextOption {
  const { jobId, prompt } = followup
  const standing = decodeSlackText(standingWords(followup, job))
  const words = instead(followup) ?? quotable(prompt).replace(/\s+/g, ' ')
  return jobOption(jobId, `${jobId} · ${standing}`, joined(repositoryName(job.record), words))
}

import type { types } from '@slack/bolt'
import { context, LIMITS, plainText, section, shorten } from '../../slack/blocks.ts'
import { decodeSlackText, escapeSlackText } from '../../slack/slack-text.ts'
import type { RefusalCause } from '../model/decide-who-may.ts'
import type { FoundSecret } from '../model/find-secrets.ts'
import {
  type Filled,
  type FormPlace,
  type Hears,
  type ThreadAbove,
  type Whose,
  whoseSchema
} from '../model/followup-form.ts'
import type { WhenProblem } from '../model/parse-when.ts'
import type { SeenFollowup } from '../model/seen.ts'
import type { Results } from '../model/setting.ts'
import type { Wait } from '../model/wait.ts'
import { REFUSED, WHEN_PROBLEMS } from './answers.ts'
import { attribution, capital, instead, joined, quotable, repositoryName } from './phrases.ts'
import { secretAsIdWords, secretWords } from './secret-messages.ts'
import { standingWords } from './state-words.ts'

export const FORM = 'followup-form'

const TITLE = 'Send a follow-up'

export type LinkedFile = { name: string; permalink?: string | undefined }

export type FormFacts = {
  place: FormPlace
  jobId?: string | undefined
  words?: string | undefined
  wait?: Wait | undefined
  isCut?: boolean
  files?: LinkedFile[]
  above?: ThreadAbove
  hears: Hears[]
  /** It was opened where the bot is not: in a channel, or in a conversation to which it cannot be invited. */
  outside?: 'channel' | 'conversation' | undefined
  results: Results
  /** Undefined unless few of the hour's sends are left. */
  sendsLeft?: number | undefined
}

export function followupForm(facts: FormFacts): types.ModalView {
  const { place, outside, isCut = false, files = [], above = {}, sendsLeft, wait } = facts
  return {
    ...frame(place),
    blocks: [
      ...(outside ? [context(OUTSIDE[outside])] : []),
      ...(sendsLeft === undefined ? [] : [context(budgetWords(sendsLeft))]),
      input('job', 'Job', jobMenu(facts)),
      input('instruction', 'What should it do?', instructionBox(facts)),
      ...(isCut ? [context('Only the beginning of the message fits here.')] : []),
      ...(files.length > 0 ? [context(fileWords(files))] : []),
      ...threadAbove(above),
      input('when', 'When', whenMenu(wait)),
      {
        ...input('at', 'Day and time', timePicker(wait)),
        hint: plainText('Only for “At a time”.'),
        optional: true
      },
      place.channelId === null ? whereMenu(facts) : input('hears', 'Who hears about it', choice(facts))
    ]
  }
}

const frame = (place: FormPlace) => ({
  type: 'modal' as const,
  callback_id: FORM,
  private_metadata: JSON.stringify(place),
  title: plainText(TITLE),
  submit: plainText('Send'),
  close: plainText('Cancel')
})

export const noticeForm = (words: string): types.ModalView => ({
  type: 'modal',
  callback_id: FORM,
  title: plainText(TITLE),
  close: plainText('Close'),
  blocks: [section(words)]
})

export function asInstruction(text: string, author: string, link: string): { words: string; isCut: boolean } {
  const from = attribution(author, link)
  const words = shorten(text.trim(), LIMITS.inputText - from.length - 2)
  return { words: [words, from].filter(part => part !== '').join('\n\n'), isCut: words !== text.trim() }
}

function threadAbove(above: ThreadAbove): types.KnownBlock[] {
  const found = Object.entries(above).map(([whose, { text, count }]) => ({
    whose: whoseSchema.parse(whose),
    text,
    count
  }))
  if (found.length === 0) return []
  const options = found.map(({ whose, count }) => ({ text: plainText(INCLUDE[whose](count)), value: whose }))
  return [
    {
      ...input('include', 'Messages above this one', { type: 'checkboxes', action_id: 'include', options }),
      optional: true
    },
    ...found.map(({ whose, text }) => ({
      type: 'section' as const,
      block_id: aboveBlock(whose),
      text: { type: 'plain_text' as const, text, emoji: false }
    }))
  ]
}

export const aboveBlock = (whose: Whose) => `above-${whose}`

const INCLUDE: Record<Whose, (count: number) => string> = {
  own: count => (count === 1 ? 'Include the message above' : `Include the ${count} messages above`),
  others: count => `Include the ${count === 1 ? 'message' : `${count} messages`} from outside this workspace`
}

const OUTSIDE: Record<NonNullable<FormFacts['outside']>, string> = {
  channel:
    'I’m not in this channel, so I can’t post here: only you will hear about it. To change that, type `/invite @Agent Follow-up` in the channel, and open this again.',
  conversation: 'I’m not in this conversation, so only you will hear about it.'
}

const budgetWords = (left: number) =>
  left === 0
    ? 'This hour’s follow-ups are used up: yours will wait, and go out on its own.'
    : `${left === 1 ? 'One follow-up is' : `${left} follow-ups are`} left this hour. Any more will wait, and go out on their own.`

const MOST_FILES = 5

function fileWords(files: LinkedFile[]): string {
  const shown = files.slice(0, MOST_FILES).map(fileName).join(', ')
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : ''
  return `The agent reads text only, so ${files.length === 1 ? 'this file' : 'these files'} won’t be sent: ${shown}${more}. Paste what matters.`
}

const LONGEST_NAME = 80

function fileName({ name, permalink }: LinkedFile): string {
  const shown = escapeSlackText(shorten(name.replace(/[|\s]+/g, ' '), LONGEST_NAME))
  return permalink !== undefined && /^https:\/\/[^\s<>|]{1,1000}$/.test(permalink) ? `<${permalink}|${shown}>` : shown
}

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

function instructionBox({ jobId, words }: FormFacts): types.PlainTextInput {
  return {
    type: 'plain_text_input',
    action_id: 'instruction',
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

const HEARS: Record<Hears, string> = {
  channel: 'This channel',
  thread: 'Only the job’s thread',
  me: 'Only me, in a direct message'
}

const IN_THREAD = 'The card goes to the channel; the result stays in its thread.'

const IN_CHANNEL: Record<Results, string> = {
  news: 'The card goes to the channel; results too, unless they bring nothing new.',
  all: 'The card goes to the channel; so does every result.',
  none: IN_THREAD
}

const whereMenu = ({ results }: FormFacts): types.InputBlock => ({
  ...input('where', 'Where', {
    type: 'conversations_select',
    action_id: 'where',
    placeholder: plainText(HEARS.me),
    filter: { include: ['public', 'private'] }
  }),
  optional: true,
  hint: plainText(`${IN_CHANNEL[results]} Leave it empty, and only you hear about it, in your direct messages with me.`)
})

function choice({ hears, results }: FormFacts): types.RadioButtons {
  const about: Record<Hears, string> = {
    channel: IN_CHANNEL[results],
    thread: IN_THREAD,
    me: 'The card and the result go to your direct messages with me.'
  }
  const options = hears.map(who => ({ text: plainText(HEARS[who]), value: who, description: plainText(about[who]) }))
  return { type: 'radio_buttons', action_id: 'hears', options, ...(options[0] && { initial_option: options[0] }) }
}

export const input = (name: string, label: string, element: types.InputBlock['element']): types.InputBlock => ({
  type: 'input',
  block_id: name,
  label: plainText(label),
  element
})

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
  'too late': 'Not sent: I was held up and read this too late. Press Send again.',
  'not stored': 'Not sent: I can’t take follow-ups right now. Press Send again in a minute.',
  'perhaps stored': 'I’m not sure I got this. Press Send again: I won’t send it twice.',
  'not told who': 'Not sent: Slack couldn’t tell me who you are. Press Send again in a minute.',
  'no direct messages': 'I’m not switched on in direct messages. Use a channel, or ask whoever runs this bot.',
  'not in': 'Not sent: you’re not in this channel. Copy your words and send them from one you’re in.',
  'not told':
    'Not sent: Slack couldn’t tell me whether you’re in this channel. Press Send again in a minute, or send your words there with the command.',
  'bot not there': 'Not sent: I’m not in this channel. Invite me there, then press Send, or choose another one.',
  archived: 'Not sent: this channel is archived. Choose another one.',
  'not as shown': 'Not sent: I can no longer tell what was shown here. Untick it, or open the form again.',
  'other project':
    'Not sent: this form was opened for a project I no longer work with. Copy your words and open a new form.',
  outdated: 'Not sent: I’ve been updated since you opened this form. Copy your words, and open it again.'
}

export const formError = {
  when: (problem: WhenProblem) => capital(WHEN_PROBLEMS[problem]).replaceAll('`', ''),
  refused: (cause: RefusalCause) => `Not sent: ${REFUSED[cause]}`,
  word: (word: string) => `Not sent: “${word}” alone is a word for me. If it’s meant for the agent, write a sentence.`,
  secret: (found: FoundSecret[]) => `Not sent: ${secretWords(found)}. Take it out, then press Send.`,
  'secret as id': (found: FoundSecret[]) => `Not sent: ${secretAsIdWords(found)}. Choose another one.`
}

export function knownJobOption({ followup, job }: SeenFollowup, nowMs: number): types.PlainTextOption {
  const { jobId, prompt, inLineAtMs } = followup
  const standing = decodeSlackText(standingWords(followup, job))
  const words = instead(followup) ?? quotable(prompt).replace(/\s+/g, ' ')
  const about = joined(repositoryName(job.record), agoWords(nowMs - inLineAtMs), words)
  return jobOption(jobId, `${jobId} · ${standing}`, about)
}

const MINUTE_MS = 60_000

function agoWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'yesterday' : `${days} days ago`
}

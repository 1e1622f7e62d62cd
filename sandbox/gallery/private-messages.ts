import { rejectedSchema } from '../../src/followups/model/progress.ts'
import {
  type Answers,
  agentHasEarlier,
  answer,
  answerAtOnce,
  helpMessage,
  notDelivered,
  notSent,
  type Reasons,
  type RefusalCause,
  refusal,
  secretFoundMessage,
  threadClosed,
  unsure,
  withDefaultNote
} from '../../src/followups/views/answers.ts'
import { PEOPLE } from '../seed-workspace.ts'
import {
  each,
  eachKey,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  NOW,
  PROMPT,
  sampleIn,
  say
} from './samples.ts'

const CAUSES: (RefusalCause | 'not told')[] = ['channel', 'user', 'guest', 'outsider', 'bot', 'unknown', 'not told']
const POST_REFUSALS = ['not_in_channel', 'is_archived', 'restricted_action', 'no_permission', 'in doubt', 'bug']
const CARD = 'https://acme.slack.com/archives/C0DOCS/p1'

const watching = sampleIn('watching')
const inDoubt = sampleIn('watching', { delivery: 'maybe' })
const cancelled = { state: 'dropped', reason: 'cancelled', by: 'U0BEN', atMs: NOW } as const
const closed = { state: 'dropped', reason: 'card deleted', atMs: NOW } as const
const forIdle = sampleIn('waiting', { why: 'idle' })
const draft = { words: PROMPT, jobId: 'job_8f2' }
const reasons: Reasons = {
  'which job': [LINK],
  'several jobs': [],
  'no words': ['job_8f2'],
  'not an id': ['<!channel>'],
  'another job': ['job_8f2', 'job_c90'],
  'not then': ['no colon'],
  twin: [watching],
  closed: ['C0DOCS', 'card deleted'],
  'other project': ['prod', 'staging'],
  cancelled: [PEOPLE.ana, cancelled],
  'too late': [],
  'answered before': [],
  'not stored': [],
  bug: []
}
const answers: Answers = {
  'too long': [],
  'only files': [['diagram.png', HOSTILE]],
  'files too late': [['build.log']],
  'nothing to send': [],
  'no job here': [],
  'not below this': [],
  stop: [],
  doctor: [],
  'no doctor': [],
  'has news': ['job_8f2'],
  'only mentions': [],
  'begin with me': ['job_8f2'],
  'tried again': [{ by: 'U0BEN', atMs: NOW }],
  'which job': ['status', LINK],
  'thread word': ['mute'],
  'no status': ['job_8f2'],
  'form not opened': [],
  'stale button': [],
  'not done': [],
  'perhaps done': [],
  muted: [],
  'not telling': ['job_8f2'],
  unmuted: [],
  'replies chosen': ['job_8f2', 'mention'],
  'default job': ['job_8f2'],
  accepted: [sampleIn('waiting')],
  'in its thread': [forIdle, CARD],
  'sent without a card': [watching],
  'no longer watched': [watching, 'card deleted'],
  'could not post': ['C0DOCS', 'the result'],
  'perhaps posted': ['C0DOCS', 'the result']
}

const found = [1, 3, 4, 9].map(line => ({ what: 'a GitHub token', line }))

export const PRIVATE_MESSAGES: GalleryGroup[] = [
  galleryGroup('Help', true, [
    ...say('withDefaultNote', { 'Help, asked of no job': withDefaultNote(helpMessage(), 'job_8f2') }),
    ...say('helpMessage', { Help: helpMessage() }),
    ...say('answerAtOnce', { 'Settings, asked for in a message': answerAtOnce({ kind: 'settings' }) })
  ]),
  galleryGroup('Not sent, and why', true, [
    ...eachKey('notSent', 'Not sent, with the form', reasons, why => notSent(draft, why, ...reasons[why])),
    ...say('notSent', {
      'Hostile words': notSent({ words: HOSTILE }, 'which job'),
      '3,000 characters': notSent({ words: LONG }, 'which job'),
      'More than a message holds': notSent({ words: LONG.repeat(3) }, 'which job')
    }),
    ...each('notSent', 'A time', ['night', 'passed', 'too far'] as const, why => notSent(draft, 'not then', why)),
    ...say('notSent', {
      'The same, in doubt': notSent(draft, 'twin', inDoubt),
      'A reply after an archive': notSent(draft, 'closed', 'C0DOCS', 'channel archived'),
      'Its thread was closed': notSent(draft, 'cancelled', PEOPLE.ana, closed)
    }),
    ...each('refusal', 'Refused', CAUSES, cause => refusal(cause, PROMPT)),
    ...say('refusal', { 'Refused a button': refusal('guest') }),
    ...each('notDelivered', 'Not sent, as there was no card', rejectedSchema.shape.reason.options, reason =>
      notDelivered(sampleIn('dropped', { reason }))
    ),
    ...each('notDelivered', 'Cannot post', POST_REFUSALS, code => notDelivered(watching, code)),
    ...say('notDelivered', {
      'Cannot post in a direct message': notDelivered({ ...watching, channelId: 'D0ANA' }, 'not_in_channel')
    }),
    ...say('unsure', { 'Not known to be stored': unsure(draft) }),
    ...say('threadClosed', {
      'The card was deleted, before the send': threadClosed(sampleIn('dropped', cancelled), 'card deleted'),
      'The card was deleted, after the send': threadClosed(watching, 'card deleted')
    }),
    ...say('secretFoundMessage', {
      'A command with a secret': secretFoundMessage(found.slice(0, 1), 'command'),
      'A message with many secrets': secretFoundMessage(found, 'message'),
      'A secret of the bot': secretFoundMessage([{ what: 'one of my own secrets' }], 'message')
    })
  ]),
  galleryGroup('Other answers', true, [
    ...eachKey('answer', 'Answer', answers, name => answer(name, ...answers[name])),
    ...say('answer', {
      'No card yet of one that waits': answer('accepted', forIdle),
      'Every reply goes to the agent again': answer('replies chosen', 'job_8f2', 'always'),
      'Cannot be listed': answer('no status')
    }),
    ...say('agentHasEarlier', {
      'Edited after it was sent': agentHasEarlier(watching, PROMPT, []),
      'Edited after it was sent without its file': agentHasEarlier(watching, PROMPT, ['build.log']),
      'Edited, maybe delivered': agentHasEarlier(inDoubt, PROMPT, []),
      'Deleted after it was sent': agentHasEarlier(watching, '', [])
    })
  ])
]

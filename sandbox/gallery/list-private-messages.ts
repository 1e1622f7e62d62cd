import type { RefusalCause } from '../../src/followups/model/decide-who-may.ts'
import {
  acceptedMessage,
  alreadySentMessage,
  askedOfWhichMessage,
  beginWithMentionMessage,
  brokenReplyMessage,
  cannotPostMessage,
  cannotShowMessage,
  cannotStopMessage,
  cannotTellIfThereMessage,
  cannotTellWhoMessage,
  cardElsewhereMessage,
  closedThreadMessage,
  couldNotPostThereMessage,
  everyReplyMessage,
  formNotOpenedMessage,
  helpMessage,
  inThreadMessage,
  lookWaitsMessage,
  mutedMessage,
  namesOtherMessage,
  noJobHereMessage,
  notAJobIdMessage,
  notDeliveredMessage,
  notDoneMessage,
  nothingToSendMessage,
  notStoredMessage,
  onlyFilesMessage,
  onlyMentionsMessage,
  otherProjectMessage,
  perhapsDoneMessage,
  perhapsStoredMessage,
  pressedTooLateMessage,
  promptMissingMessage,
  readTooLateMessage,
  refusedMessage,
  repliesChosenMessage,
  sentWithoutCardMessage,
  settingsMessage,
  severalJobsMessage,
  staleButtonMessage,
  statusNotReadMessage,
  stillStoringMessage,
  threadClosedMessage,
  threadWordMessage,
  tooLongMessage,
  unmutedMessage,
  whichJobMessage,
  withDefaultNote
} from '../../src/followups/views/answers.ts'
import { agentHasItMessage, cancelledBeforeMessage } from '../../src/followups/views/not-sent.ts'
import { secretAsIdMessage, secretFoundMessage } from '../../src/followups/views/secret-messages.ts'
import {
  choicesOf,
  each,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  PROMPT,
  sampleHeld,
  sampleIn
} from './samples.ts'

const CAUSES: RefusalCause[] = ['channel', 'user', 'guest', 'outsider', 'bot', 'unknown']
const TWO = { kind: 'several jobs' as const, jobIds: ['job_8f2', 'job_c90'] satisfies [string, string] }
const POST_REFUSALS = ['not_in_channel', 'is_archived', 'restricted_action', 'no_permission', 'in doubt']

export function listPrivateMessages(nowMs: number): GalleryGroup[] {
  const watching = sampleIn(nowMs, 'watching')
  const hold = { first: sampleHeld(nowMs, 'budget'), behind: 1 }
  const waiting = sampleIn(nowMs, 'waiting', {}, { jobId: 'job_7' })

  return [
    galleryGroup('Answers to the command', true, [
      ['helpMessage', 'Help', helpMessage()],
      ['formNotOpenedMessage', 'The form did not open', formNotOpenedMessage()],
      ...each('inThreadMessage', 'The job has a thread in this channel', ['at once', 'when idle'], when =>
        inThreadMessage(
          when === 'when idle' ? sampleIn(nowMs, 'waiting', { why: 'idle' }) : sampleIn(nowMs, 'waiting'),
          'https://acme.slack.com/archives/C0DOCS/p1'
        )
      ),
      ...each('cardElsewhereMessage', 'Sent with a form that was opened elsewhere', ['C0DOCS', 'D0ANA'], channelId =>
        cardElsewhereMessage({ jobId: 'job_8f2', channelId }, `https://acme.slack.com/archives/${channelId}/p1`)
      ),
      ...each('notDeliveredMessage', 'Refused before there was a card', choicesOf('rejected', 'reason'), reason =>
        notDeliveredMessage(sampleIn(nowMs, 'rejected', { reason }), 'channel')
      ),
      [
        'notDeliveredMessage',
        'The same, as a direct message',
        notDeliveredMessage(sampleIn(nowMs, 'rejected', { reason: 'unknown job' }), 'direct')
      ],
      ['askedOfWhichMessage', 'No job was named', askedOfWhichMessage('status')],
      ['nothingToSendMessage', 'Nothing was typed', nothingToSendMessage()],
      ['promptMissingMessage', 'Only a job id', promptMissingMessage('job_8f2')],
      ['notAJobIdMessage', 'Not a job id', notAJobIdMessage('<!channel>', PROMPT)],
      ['alreadySentMessage', 'The same a moment ago', alreadySentMessage(watching)],
      ['perhapsStoredMessage', 'The database did not confirm it', perhapsStoredMessage(PROMPT)],
      ['stillStoringMessage', 'The database takes long', stillStoringMessage(PROMPT)],
      ['alreadySentMessage', 'The same, held', alreadySentMessage(hold.first)],
      ['alreadySentMessage', 'The same, behind a held one', alreadySentMessage(waiting, hold)],
      [
        'alreadySentMessage',
        'The same, in doubt',
        alreadySentMessage(sampleIn(nowMs, 'watching', { delivery: 'maybe' }))
      ],
      ['notStoredMessage', 'Could not be stored', notStoredMessage(PROMPT)],
      ['notStoredMessage', 'Could not be stored: hostile words', notStoredMessage(HOSTILE)],
      ['notStoredMessage', 'Could not be stored: 3,000 characters', notStoredMessage(LONG)],
      ['cannotTellWhoMessage', 'Slack did not say who it is', cannotTellWhoMessage(PROMPT)],
      ['cannotShowMessage', 'Check now, in a channel that the bot was removed from', cannotShowMessage()]
    ]),
    galleryGroup('Commands that are not quite one', true, [
      ['whichJobMessage', 'No id', whichJobMessage(PROMPT)],
      ['whichJobMessage', 'No id: hostile words', whichJobMessage(HOSTILE)],
      ['whichJobMessage', 'No id: 3,000 characters', whichJobMessage(LONG)],
      ['whichJobMessage', 'A link nobody knows', whichJobMessage(PROMPT, LINK)],
      ['severalJobsMessage', 'Two jobs', severalJobsMessage({ ...TWO, words: `job_8f2 job_c90 ${PROMPT}` })],
      ['severalJobsMessage', 'Two jobs, asked about', severalJobsMessage({ ...TWO, words: '', asked: 'status' })],
      ['askedOfWhichMessage', 'A link nobody knows, asked about', askedOfWhichMessage('status', LINK)],
      ['cannotStopMessage', 'Stop or cancel', cannotStopMessage()],
      ['withDefaultNote', 'Asked of no job', withDefaultNote(helpMessage(), 'job_8f2')],
      ['beginWithMentionMessage', 'Mentioned further on, with a job', beginWithMentionMessage('job_8f2')],
      ['threadWordMessage', 'A word for threads', threadWordMessage('mute')],
      ['statusNotReadMessage', 'Cannot be listed', statusNotReadMessage(undefined)]
    ]),
    galleryGroup('Refusals', true, [
      ...each('refusedMessage', 'Refused', CAUSES, cause => refusedMessage(cause, PROMPT)),
      ...each('cannotPostMessage', 'Cannot post', POST_REFUSALS, code => cannotPostMessage(code, watching)),
      ['cannotPostMessage', 'Cannot post, told directly', cannotPostMessage('not_in_channel', watching, 'direct')],
      ['sentWithoutCardMessage', 'Sent, but its card was refused', sentWithoutCardMessage(watching, 'channel')],
      ['closedThreadMessage', 'A reply under a deleted card', closedThreadMessage('job_8f2', 'card deleted', HOSTILE)],
      ['closedThreadMessage', 'A reply after an archive', closedThreadMessage('job_8f2', 'channel archived', PROMPT)],
      ['closedThreadMessage', 'A button under a deleted card', closedThreadMessage('job_8f2', 'card deleted', '')],
      ['otherProjectMessage', 'A reply in a thread of another project', otherProjectMessage('prod', 'staging', PROMPT)],
      ['otherProjectMessage', 'A button in a thread of another project', otherProjectMessage('prod', 'staging', '')],
      ['onlyFilesMessage', 'Only files', onlyFilesMessage()],
      ['noJobHereMessage', 'A reply in a thread without a job', noJobHereMessage()],
      ['namesOtherMessage', 'A reply that names another job', namesOtherMessage('job_8f2', 'job_c90', PROMPT)],
      ['mutedMessage', 'The thread is muted', mutedMessage()],
      ['unmutedMessage', 'The thread is no longer muted', unmutedMessage()],
      ['tooLongMessage', 'Longer than anybody types', tooLongMessage()],
      ['readTooLateMessage', 'The bot was suspended', readTooLateMessage(`job_8f2 ${PROMPT}`)],
      ['brokenReplyMessage', 'A reply that met a bug', brokenReplyMessage(PROMPT)]
    ]),
    galleryGroup('Answers to buttons', true, [
      ['staleButtonMessage', 'Too late', staleButtonMessage()],
      ['pressedTooLateMessage', 'A button while the bot was suspended', pressedTooLateMessage()],
      ['notDoneMessage', 'Could not be done', notDoneMessage()],
      ['perhapsDoneMessage', 'A button that the database did not confirm', perhapsDoneMessage()],
      ['lookWaitsMessage', 'Cannot be checked yet', lookWaitsMessage('job_8f2', nowMs + 60_000)]
    ])
  ]
}

export function listEditMessages(nowMs: number): GalleryGroup[] {
  const watching = sampleIn(nowMs, 'watching')
  const inDoubt = sampleIn(nowMs, 'watching', { delivery: 'maybe' })
  return [
    galleryGroup('About an edited or deleted message', true, [
      ['agentHasItMessage', 'Edited after it was sent', agentHasItMessage(watching, PROMPT)],
      ['agentHasItMessage', 'Hostile words', agentHasItMessage(watching, HOSTILE)],
      ['agentHasItMessage', '3,000 characters', agentHasItMessage(watching, LONG)],
      ['agentHasItMessage', 'Edited, maybe delivered', agentHasItMessage(inDoubt, PROMPT)],
      ['agentHasItMessage', 'Deleted after it was sent', agentHasItMessage(watching, '')],
      ['agentHasItMessage', 'Deleted, maybe delivered', agentHasItMessage(inDoubt, '')],
      [
        'cancelledBeforeMessage',
        'Edited after somebody cancelled it',
        cancelledBeforeMessage(sampleIn(nowMs, 'cancelled', { by: 'U0BEN' }), PROMPT)
      ],
      [
        'cancelledBeforeMessage',
        'Edited after its thread was closed',
        cancelledBeforeMessage(sampleIn(nowMs, 'cancelled', { because: 'card deleted' }), PROMPT)
      ]
    ])
  ]
}

export function listGotItMessages(nowMs: number): GalleryGroup[] {
  const forIdle = sampleIn(nowMs, 'waiting', { why: 'idle' })
  return [
    galleryGroup('Taken', true, [
      ['acceptedMessage', 'No card after two seconds', acceptedMessage(sampleIn(nowMs, 'waiting'))],
      ['acceptedMessage', 'No card yet of one that waits', acceptedMessage(forIdle)]
    ])
  ]
}

const FOUND = [1, 3, 4, 9].map(line => ({ what: 'a GitHub token', line }))

export const listSecretMessages = (): GalleryGroup[] => [
  galleryGroup('Words with a secret', true, [
    ['secretFoundMessage', 'A command with a secret', secretFoundMessage(FOUND.slice(0, 1), 'command')],
    ['secretFoundMessage', 'A message with many secrets', secretFoundMessage(FOUND, 'message')],
    ['secretFoundMessage', 'A secret of the bot', secretFoundMessage([{ what: 'one of my own secrets' }], 'message')],
    ['secretAsIdMessage', 'A secret instead of a job', secretAsIdMessage(FOUND, true)]
  ])
]

export const listSpeakerMessages = (): GalleryGroup[] => [
  galleryGroup('Who speaks to the agent', true, [
    ['onlyMentionsMessage', 'Talk where only mentions go to the agent', onlyMentionsMessage()],
    ['everyReplyMessage', 'Only mentions, asked for in a direct message', everyReplyMessage()],
    ['settingsMessage', 'Settings, asked for in a message', settingsMessage()]
  ]),
  galleryGroup('Who speaks to the agent, said in a thread', false, [
    ['repliesChosenMessage', 'Only mentions go to the agent from now on', repliesChosenMessage('job_8f2', 'mention')],
    ['repliesChosenMessage', 'Every reply does again', repliesChosenMessage('job_8f2', 'always')]
  ])
]

export function listDirectMessages(nowMs: number): GalleryGroup[] {
  const watching = sampleIn(nowMs, 'watching')
  return [
    galleryGroup('Told in a direct message', false, [
      [
        'couldNotPostThereMessage',
        'Told elsewhere',
        couldNotPostThereMessage('C0DOCS', acceptedMessage(sampleIn(nowMs, 'waiting')).text)
      ],
      [
        'cannotTellIfThereMessage',
        'Told elsewhere, in doubt',
        cannotTellIfThereMessage('C0DOCS', acceptedMessage(sampleIn(nowMs, 'waiting')).text)
      ],
      [
        'threadClosedMessage',
        'The card was deleted, before the send',
        threadClosedMessage(sampleIn(nowMs, 'cancelled'), 'card deleted')
      ],
      ['threadClosedMessage', 'The card was deleted, after the send', threadClosedMessage(watching, 'card deleted')],
      ['threadClosedMessage', 'The channel was archived', threadClosedMessage(watching, 'channel archived')]
    ])
  ]
}

import {
  everyReplyMessage,
  onlyMentionsMessage,
  repliesChosenMessage
} from '../../src/followups/views/reply-answers.ts'
import { settingsMessage } from '../../src/followups/views/slip-messages.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'

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

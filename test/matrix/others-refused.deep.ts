import { testRefusals } from './refused-whichever-way.ts'

testRefusals({
  'somebody from another organisation': {
    kind: 'outsider',
    why: 'only members of this workspace can steer agent jobs. Ask one of them.',
    without: ['command']
  },
  'a bot': { kind: 'bot', without: ['command', 'direct message', 'press', 'form', 'shortcut'] },
  'somebody who is not on the list': {
    env: { ALLOWED_USERS: 'U0ANA' },
    why: 'you’re not on the list of people who may use this bot. Ask whoever runs it to add you.'
  },
  'anybody in a channel that was not chosen': {
    env: { ALLOWED_CHANNELS: 'C0ELSEWHERE' },
    // It is about no channel.
    without: ['shortcut'],
    why: 'I’m not switched on in this channel. Use another one, or ask whoever runs this bot to add it.'
  }
})

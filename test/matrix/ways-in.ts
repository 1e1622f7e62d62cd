import { eventually } from '../support/eventually.ts'
import type { Journey } from '../support/journey.ts'

/** A channel with a job, and Gus, who was a member when he was asked something. In another channel, a job has failed. */
export type Scene = Journey & { gus: string; failed: { channel: string; on: string } }

/** A way to make the bot do something. */
export type WayIn = {
  name: string
  by: 'command' | 'message' | 'direct message' | 'press'
  /** What should go to the agent. None: it is a question, or a button that says it all. */
  words?: string
  /** What a member reads. None: the words are sent, or something is done. */
  answer?: RegExp
  /** Goes it, and returns what Gus reads. */
  go: (scene: Scene) => Promise<string | undefined>
}

type Row = Omit<WayIn, 'name' | 'by' | 'go'>

const command = (text: string, row: Row = {}): WayIn => ({
  name: `/agent-followup ${text}`,
  by: 'command',
  ...row,
  go: ({ gus, command }) => command(text, { by: gus })
})

const mention = (text: string, row: Row = {}): WayIn => ({
  name: `@Agent Follow-up ${text}`,
  by: 'message',
  ...row,
  go: scene =>
    hear(scene, ({ slack, gus, channel }) => slack.say({ user: gus, channel, text: `<@${slack.botUserId}> ${text}` }))
})

const direct = (text: string, row: Row = {}): WayIn => ({
  name: `in a direct message: ${text}`,
  by: 'direct message',
  ...row,
  go: scene => hear(scene, ({ slack, gus }) => slack.say({ user: gus, channel: slack.directChannel(gus).id, text }))
})

const reply = (text: string, row: Row = {}): WayIn => ({
  name: `in the card’s thread: ${text}`,
  by: 'message',
  ...row,
  go: scene => hear(scene, ({ gus, reply }) => reply(text, { by: gus }))
})

const press = (label: string, actionId: string, row: Row = {}): WayIn => ({
  name: `the button ${label}`,
  by: 'press',
  ...row,
  async go(scene) {
    const { slack, gus, channel, cardTs } = scene
    const asked = slack.ephemerals(channel, gus).find(({ blocks }) => JSON.stringify(blocks).includes(`"${actionId}"`))
    const on = { by: gus, on: asked?.ts ?? cardTs() }
    return row.answer ? scene.pressAndHear(actionId, on) : pressAndLook(scene, actionId, on)
  }
})

/** To whoever may press it, the thread says what comes of it. */
const pressResult = (label: string, actionId: string): WayIn => ({
  name: `the button ${label} on a result`,
  by: 'press',
  async go({ gus, failed, told, press, later, runDue }) {
    const [before, sent] = [told(gus).length, later().length]
    await press(actionId, { by: gus, ...failed })
    await eventually(async () => {
      await runDue()
      return told(gus).length > before || later().length > sent
    }, 'what comes of the button')
    return told(gus)[before]
  }
})

/** They open for whoever may see them, and say nothing then. */
const settings: WayIn = {
  name: '/agent-followup settings',
  by: 'command',
  async go({ slack, gus, channel, told }) {
    const before = told(gus).length
    await slack.command({ user: gus, channel, text: 'settings' })
    const isOpen = () => slack.views(gus).length > 0
    await slack.waitFor(() => isOpen() || told(gus).length > before, 'the settings, or why there are none', 5_000)
    if (isOpen()) await slack.closeView({ user: gus })
    return told(gus)[before]
  }
}

/** What Gus is told next, once everything is done. */
async function hear(scene: Scene, act: (scene: Scene) => Promise<unknown>): Promise<string | undefined> {
  const { gus, told, runDue, slack } = scene
  const before = told(gus).length
  await act(scene)
  await slack.deliveriesDone()
  await runDue()
  return told(gus)[before]
}

/** To whoever may press it, this button says nothing: the card does. */
async function pressAndLook(scene: Scene, actionId: string, on: { by: string; on: string }) {
  const { gus, told, press, runDue, card } = scene
  const before = told(gus).length
  await press(actionId, on)
  await eventually(async () => {
    await runDue()
    return told(gus).length > before || card().includes('@Gus')
  }, 'what comes of the button')
  return told(gus)[before]
}

const WHICH = /^Not sent: which job is it for\?/
const JOBS = /^The jobs of this channel/

export const WAYS_IN: WayIn[] = [
  command('job_8f2 drop it', { words: 'drop it' }),
  command('job_8f2 in 0 min: drop it', { words: 'in 0 min: drop it' }),
  command('drop it all', { words: 'drop it all', answer: WHICH }),
  command('https://agents.example/runs/job_8f2 drop the tests', { words: 'drop the tests' }),
  command('status job_8f2', { answer: /^\*job_8f2\*: \*working\*/ }),
  command('list', { answer: JOBS }),
  settings,
  mention('job_8f2 drop <b> & more', { words: 'drop <b> & more' }),
  mention('list', { answer: JOBS }),
  direct('job_8f2 drop it', { words: 'drop it' }),
  direct('status job_8f2', { answer: /^\*job_8f2\*: / }),
  reply('drop it', { words: 'drop it' }),
  reply('in 0 min: drop it', { words: 'in 0 min: drop it' }),
  reply('job_c90 drop it', { words: 'job_c90 drop it', answer: /^Not sent: this thread is about/ }),
  reply('every reply'),
  reply('status', { answer: /^\*job_8f2\*: \*working\*/ }),
  press('More', 'status-more', { answer: /Follow-ups 11–\d+ of \d+, newest first:/ }),
  press('Tell me', 'tell-me', { answer: /I’ll write to you directly/ }),
  pressResult('Try again', 'try-again')
]

import { eventually } from '../support/eventually.ts'
import type { Journey } from '../support/journey.ts'

/** A channel with a job, and Gus, who was a member when he opened a form and was asked something. In another channel, a job has failed. */
export type Scene = Journey & { gus: string; failed: { channel: string; on: string } }

/** A way to make the bot do something. */
export type WayIn = {
  name: string
  by: 'command' | 'message' | 'direct message' | 'press' | 'form' | 'shortcut'
  /** What should go to the agent. None: it is a question, or a button that says it all. */
  words?: string
  /** What a member reads. None: the words are sent, or something is done. */
  answer?: RegExp
  /** Goes it, and returns what Gus reads. */
  go: (scene: Scene) => Promise<string | undefined>
}

type Row = Omit<WayIn, 'name' | 'by' | 'go'>

const way = (name: string, by: WayIn['by'], row: Row, go: WayIn['go']): WayIn => ({ name, by, ...row, go })

const command = (text: string, row: Row = {}) =>
  way(`/agent-followup ${text}`, 'command', row, ({ gus, command }) => command(text, { by: gus }))

const mention = (text: string, row: Row = {}) =>
  way(`@Agent Follow-up ${text}`, 'message', row, scene =>
    hear(scene, ({ slack, gus, channel, bot }) => slack.say({ user: gus, channel, text: `${bot} ${text}` }))
  )

const callIntoThread = (text: string, row: Row = {}) =>
  way(`@Agent Follow-up ${text}, in a thread of people`, 'message', row, async scene => {
    const { slack, gus: user, channel, bot } = scene
    const { ts: threadTs } = await slack.say({ user, channel, text: 'this is too long' })
    return hear(scene, () => slack.say({ user, channel, text: `${bot} ${text}`, threadTs }))
  })

const direct = (text: string, row: Row = {}) =>
  way(`in a direct message: ${text}`, 'direct message', row, scene =>
    hear(scene, ({ slack, gus, own }) => slack.say({ user: gus, channel: own(gus), text }))
  )

const reply = (text: string, row: Row = {}) =>
  way(`in the card’s thread: ${text}`, 'message', row, scene =>
    hear(scene, ({ gus, reply }) => reply(text, { by: gus }))
  )

const press = (label: string, actionId: string, row: Row) =>
  way(`the button ${label}`, 'press', row, scene => {
    const { slack, gus, channel, cardTs } = scene
    const asked = slack.ephemerals(channel, gus).find(({ blocks }) => JSON.stringify(blocks).includes(`"${actionId}"`))
    return scene.pressAndHear(actionId, { by: gus, on: asked?.ts ?? cardTs() })
  })

/** To whoever may press it, the thread says what comes of it. */
const pressResult = (label: string, actionId: string) =>
  way(`the button ${label} on a result`, 'press', {}, async scene => {
    const { gus, failed, told, press, later } = scene
    const [before, sent] = [told(gus).length, later().length]
    await press(actionId, { by: gus, ...failed })
    await eventually(async () => {
      await scene.runDue()
      return told(gus).length > before || later().length > sent
    }, 'what comes of the button')
    return told(gus)[before]
  })

/** It opens for whoever may see it, and says nothing then. */
const opens = (name: string, by: WayIn['by'], act: (scene: Scene) => Promise<unknown>) =>
  way(name, by, {}, async scene => {
    const { slack, gus, told, direct } = scene
    const shown = () => slack.views(gus).at(-1)?.id
    const [before, directly, open] = [told(gus).length, direct(gus).length, shown()]
    const said = () => told(gus)[before] ?? direct(gus)[directly]
    await act(scene)
    await eventually(async () => {
      await scene.runDue()
      return shown() !== open || said() !== undefined
    }, 'what opens, or why nothing does')
    return said()
  })

const openByCommand = (text: string) =>
  opens(`/agent-followup ${text}, which opens something`, 'command', ({ slack, gus, channel }) =>
    slack.command({ user: gus, channel, text })
  )

const sendForm = way(
  'Send, in a form that was open',
  'form',
  { words: 'drop the form' },
  async ({ gus, form }) => Object.values(await form(gus).send({ words: 'drop the form' }))[0]
)

/** What Gus is told next, once everything is done. */
async function hear(scene: Scene, act: (scene: Scene) => Promise<unknown>): Promise<string | undefined> {
  const { gus, told, runDue, slack } = scene
  const before = told(gus).length
  await act(scene)
  await slack.deliveriesDone()
  await runDue()
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
  sendForm,
  ...['', 'job_8f2', 'settings'].map(openByCommand),
  opens('Send to an agent job', 'form', ({ slack, gus, channel, cardTs }) =>
    slack.shortcut({ user: gus, callbackId: 'send-to-job', channel, messageTs: cardTs() })
  ),
  opens('Send a follow-up', 'shortcut', ({ slack, gus }) => slack.shortcut({ user: gus, callbackId: 'send-followup' })),
  opens('the button Send follow-up', 'form', ({ gus, failed, press }) => press('open-form', { by: gus, ...failed })),
  mention('job_8f2 drop <b> & more', { words: 'drop <b> & more' }),
  callIntoThread('job_8f2 drop that', { words: 'drop that' }),
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

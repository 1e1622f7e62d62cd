import { findElement } from '../../sandbox/slack/block-kit/element-values.ts'
import type { Chance } from '../simulation/seeded-random.ts'
import type { Office } from '../support/office.ts'
import { openForm, sendForm } from '../support/use-form.ts'

/** A reply, as Slack has it: what stands in front of its words, and where. */
export type Reply = { prompt: string; ts: string; channel: string; before: string; isLater: boolean; isDeleted?: true }

type Options = Pick<Office, 'slack' | 'ana' | 'ben'> & {
  chance: Chance
  channels: string[]
  replies: Reply[]
  nextWords: () => string
}

const BUTTONS = ['cancel', 'send-now']
const LATELY = 6

/** People take back, change or hurry what they wrote, and change how soon replies go out. */
export function createSecondThoughts({ slack, ana, ben, chance, channels, replies, nextWords }: Options) {
  let hasChosenUndo = false

  /** One that was written lately, rather one that waits. */
  function lately(): Reply | undefined {
    const [waiting, others] = [true, false].map(isLater =>
      replies.filter(reply => reply.isLater === isLater && !reply.isDeleted).slice(-LATELY)
    )
    const known = waiting?.length && chance.happens(0.7) ? waiting : (others ?? [])
    return known.length > 0 ? chance.pick(known) : undefined
  }

  async function takeBack(): Promise<void> {
    const reply = lately()
    if (reply === undefined) return
    reply.isDeleted = true
    await slack.remove({ channel: reply.channel, messageTs: reply.ts })
  }

  async function reword(): Promise<void> {
    const reply = lately()
    if (reply === undefined) return
    const { channel, ts: messageTs, before } = reply
    await slack.edit({ user: ben, channel, messageTs, text: `${before}${nextWords()}` })
  }

  async function press(channel: string): Promise<void> {
    const actionId = chance.pick(BUTTONS)
    const shown = slack.messages(channel).flatMap(({ ts, blocks }) => {
      const found = findElement(blocks ?? [], actionId)
      return found ? [ts] : []
    })
    if (shown.length === 0) return
    const messageTs = chance.pick(shown.slice(-LATELY))
    await slack.press({ user: chance.pick([ana, ben]), actionId, channel, messageTs })
  }

  return {
    /** Whether somebody ever asked to have time to undo. */
    mayWait: () => hasChosenUndo,
    have(channel: string): Promise<void> {
      return chance.pick([takeBack, reword, () => press(channel), () => press(chance.pick(channels))])()
    },
    /** How soon replies go out, from then on. */
    async chooseUndo(channel: string): Promise<void> {
      if (!(await openForm({ slack, user: ben, channel, jobId: 'settings' }))) return
      hasChosenUndo = true
      await sendForm(slack, ben, { undo: chance.pick(['-', '5', '10', '10']) })
    }
  }
}

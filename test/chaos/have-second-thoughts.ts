import { z } from 'zod'
import { findElement } from '../../sandbox/slack/block-kit/element-values.ts'
import type { Chance } from '../simulation/seeded-random.ts'
import type { Office } from '../support/office.ts'
import { openForm, sendForm } from '../support/use-form.ts'
import type { Written } from './make-traffic.ts'

/** A reply, as Slack has it: what stands in front of its words, and where. */
export type Said = Written & { ts: string; channel: string; before: string }

/** `id` is the follow-up that the button was about. */
export type Pressed = { actionId: string; id: string; atMs: number }

type Options = Pick<Office, 'slack' | 'ana' | 'ben'> & {
  chance: Chance
  channels: string[]
  replies: Said[]
  nextWords: () => string
}

const BUTTONS = ['cancel', 'send-now']
const LATELY = 6

const buttonSchema = z.object({ value: z.string().default('') })

/** People take back, change or hurry what they wrote, and change how soon replies go out. */
export function createSecondThoughts({ slack, ana, ben, chance, channels, replies, nextWords }: Options) {
  const pressed: Pressed[] = []
  let hasChosenUndo = false

  /** One that was written lately, rather one that waits. */
  function lately(): Said | undefined {
    const [waiting, others] = [true, false].map(isLater =>
      replies.filter(({ kind, deletedAtMs }) => (kind === 'later') === isLater && !deletedAtMs).slice(-LATELY)
    )
    const known = waiting?.length && chance.happens(0.7) ? waiting : (others ?? [])
    return known.length > 0 ? chance.pick(known) : undefined
  }

  async function takeBack(): Promise<void> {
    const said = lately()
    if (said === undefined) return
    const { channel, ts } = said
    said.deletedAtMs = Number.POSITIVE_INFINITY
    await slack.remove({ channel, messageTs: ts })
    const [known] = slack
      .deliveries()
      .filter(({ payload }) => deletedTs.safeParse(payload).data?.event.deleted_ts === ts)
    if (known?.attempts[0]?.kind === 'acknowledged') said.deletedAtMs = Date.now()
  }

  async function reword(): Promise<void> {
    const said = lately()
    if (said === undefined) return
    const prompt = nextWords()
    said.laterWords = [...(said.laterWords ?? []), prompt]
    await slack.edit({ user: ben, channel: said.channel, messageTs: said.ts, text: `${said.before}${prompt}` })
  }

  async function press(channel: string): Promise<void> {
    const actionId = chance.pick(BUTTONS)
    const shown = slack.messages(channel).flatMap(({ ts, blocks }) => {
      const found = findElement(blocks ?? [], actionId)
      return found ? [{ ts, button: buttonSchema.parse(found.element) }] : []
    })
    if (shown.length === 0) return
    const { ts, button } = chance.pick(shown.slice(-LATELY))
    const [id = ''] = button.value.split(' ')
    // Whether it was carried out is not known if the bot dies meanwhile.
    pressed.push({ actionId, id, atMs: Date.now() })
    await slack.press({ user: chance.pick([ana, ben]), actionId, channel, messageTs: ts })
  }

  return {
    pressed,
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

const deletedTs = z.object({ event: z.object({ deleted_ts: z.string() }) })

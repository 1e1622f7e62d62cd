import { z } from 'zod'
import { findElement } from '../../sandbox/slack/block-kit/element-values.ts'
import { openFormBy, sendForm } from '../support/use-form.ts'
import type { Notes } from './day-notes.ts'
import type { Chance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { WORDS, wordsOf } from './what-people-bring.ts'

const BUTTONS = [
  ...['cancel', 'cancel', 'send-now', 'send-again', 'leave-it', 'tell-me', 'leave-out-above', 'leave-out-above'],
  ...['try-again', 'try-again', 'try-again']
]

const buttonSchema = z.object({ value: z.string().default('') })
const rows = z.array(z.object({ prompt: z.string().transform(wordsOf) }))
const offer = z.object({ words: z.string(), jobId: z.string() })

/** Buttons on the messages that everybody sees. */
export function createPressing(
  { slack, database, channels, people, now }: SimulatedTeam,
  chance: Chance,
  notes: Notes
) {
  const placesOf = (actionId: string) =>
    channels.flatMap(channel =>
      slack.messages(channel).flatMap(({ ts, blocks }) => {
        const found = findElement(blocks ?? [], actionId)
        return found ? [{ channel, messageTs: ts, button: buttonSchema.parse(found.element) }] : []
      })
    )

  async function press(): Promise<void> {
    const shown = BUTTONS.map(actionId => ({ actionId, places: placesOf(actionId) }))
    const offered = shown.filter(({ places }) => places.length > 0)
    if (offered.length === 0) return
    const { actionId, places } = chance.pick(offered)
    const { button, ...place } = chance.pick(places)
    const by = chance.pick(people)
    const [id = ''] = button.value.split(' ')
    const [about] = rows.parse(await database.query('select prompt from followup.followup where id = $1', [id]))
    const atMs = now()
    const { acknowledged } = await slack.press({ user: by, actionId, ...place })
    if (!acknowledged) return
    notes.pressed.push({ actionId, by, channel: place.channel, atMs, ...about })
    const written = actionId === 'send-now' && notes.find(about?.prompt)
    if (written) written.isSentNow = true
  }

  /** A sentence about what became of a pull request, ready to be changed; not what somebody wrote, and gets back. */
  async function sendWhatIsOffered(): Promise<void> {
    const offers = placesOf('open-form')
      .map(({ button, ...place }) => ({ ...place, ...offer.parse(JSON.parse(button.value)) }))
      .filter(({ words }) => words !== '' && !WORDS.test(words))
    if (offers.length === 0) return
    const { words: sentence, jobId, ...place } = chance.pick(offers)
    const by = chance.pick(people)
    const open = () => slack.press({ user: by, actionId: 'open-form', ...place })
    if (!(await openFormBy(slack, by, open))) return
    const prompt = `command ${notes.next()}`
    const [words, atMs] = [`${sentence} (${prompt})`, now()]
    if (!(await sendForm(slack, by, { words }))) return
    const { channel } = place
    notes.written.push({ prompt, arrives: { words }, by, channel, jobId, atMs, when: 'now', goes: 'to the agent' })
  }

  return { press, sendWhatIsOffered }
}

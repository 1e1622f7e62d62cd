import { z } from 'zod'
import type { View } from '../../sandbox/slack/slack-types.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { asRead } from './as-shown.ts'

const words = z.object({ text: z.string() })
const option = z.object({ text: words, value: z.string() })
const element = z.object({
  options: z.array(option).optional(),
  initial_option: option.optional(),
  initial_value: z.string().optional(),
  initial_date_time: z.number().optional()
})
const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('divider') }),
  z.object({ type: z.literal('context'), elements: z.array(words) }),
  z.object({ type: z.literal('section'), text: words }),
  z.object({ type: z.literal('input'), label: words, element })
])

/** What a person reads in a form: a line for each block but dividers, small lines after a dash, what is chosen in brackets. */
export function formAsShown({ blocks }: View): string[] {
  return z
    .array(block)
    .parse(blocks)
    .flatMap(shown => {
      if (shown.type === 'divider') return []
      if (shown.type === 'context') return shown.elements.map(({ text }) => `— ${asRead(text)}`).join('\n')
      return shown.type === 'section' ? asRead(shown.text.text) : `${shown.label.text}: ${filled(shown.element)}`.trim()
    })
}

function filled({ options, initial_option, initial_value, initial_date_time: time }: z.output<typeof element>): string {
  if (time !== undefined) return new Date(time * 1_000).toISOString()
  if (options === undefined) return initial_option?.text.text ?? initial_value ?? ''
  return options.map(({ text, value }) => (value === initial_option?.value ? `[${text.text}]` : text.text)).join(' / ')
}

type Filled = {
  job?: string
  words?: string
  include?: string[]
  when?: string
  at?: string
  where?: string
}

/** The fields of an untouched form that say when. */
export const WHEN = ['When: [Now] / When the job is idle / At a time', 'Day and time:']

/** The end of a form that was not opened in a channel with the bot. */
export const WHERE = ['Where:', '— Leave this empty to get the card in your direct messages with me.']

/** The form in front of somebody, and what they do with it. */
export function createFormUser({ slack, ana }: { slack: StandInSlack; ana: string }, user = ana) {
  const view = () => slack.views(user).at(-1)
  let seen: string | undefined
  const suggest = async (query: string) => slack.suggest({ user, actionId: 'job', query })
  return {
    /** Waits for a form that was not there before. */
    async opened() {
      await slack.waitFor(() => view() !== undefined && view()?.id !== seen, 'a form', 5_000)
      seen = view()?.id
    },
    isOpen: () => view() !== undefined,
    shown: () => formAsShown(z.custom<View>().parse(view())),
    /** What the form offers for what was typed. */
    suggest: async (query: string) =>
      (await suggest(query)).map(({ text, description }) =>
        [text.text, ...(description ? [description.text] : [])].join(' | ')
      ),
    /** Fills it in and presses Send; returns what it says then, by field. */
    async send(values: Filled) {
      if (values.job !== undefined) await suggest(values.job)
      const { errors, acknowledged } = await slack.submitView({ user, values })
      return acknowledged ? (errors ?? {}) : { slack: 'We had some trouble connecting. Try again?', ...errors }
    }
  }
}

import type { SimulatedTeam } from './simulated-team.ts'

const LINE = /^↪ \*job_\w+\* was also sent (an instruction|\d+ instructions) from ((<#C\w+>|elsewhere)(, | and )?)+,? /

/** What a thread says of others is one line, to nobody by name and without their words: a sentence for each that is not. */
export function findTelltales({ slack, channels }: SimulatedTeam, prompts: Set<string>): string[] {
  return channels.flatMap(channel => {
    const prompted = slack.messages(channel).filter(({ user, text }) => user === slack.botUserId && text.includes('↪'))
    return prompted.flatMap(({ text }) => {
      const lines = text.split('\n').filter(line => line.startsWith('↪'))
      const words = lines.join(' ')
      if (lines.length > 1) return [`says more than once what others sent: '${words}'`]
      if ([...prompts].some(prompt => words.includes(prompt)) || /<#D|[`“”]/.test(words))
        return [`tells what others wrote: '${words}'`]
      const isCard = !text.startsWith('↪')
      return isCard || (LINE.test(text) && !/<[@!](?!date)/.test(text)) ? [] : [`oddly said: '${text}'`]
    })
  })
}

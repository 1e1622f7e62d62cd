import { asShown } from './as-shown.ts'
import { type JourneyOptions, startJourney } from './journey.ts'

const HELP = '*Steer an agent job from here.*'

/** A journey with a job at work, in which people look at their homes and press what is there. */
export async function startAtHome(options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, ana, runDue } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  /** Without the help, which is always there. */
  const home = (user = ana) => {
    const blocks = slack.homeOf(user)?.blocks
    return blocks && asShown({ text: '', blocks }).split(`\n${HELP}`)[0]
  }
  const published = () => slack.calls().filter(({ method }) => method === 'views.publish').length
  const open = async (user = ana) => {
    await slack.openHome({ user })
    await runDue()
  }
  const pressHome = async (actionId: string, value?: string, user = ana) => {
    await slack.press({ user, viewId: slack.homeOf(user)?.id ?? '', actionId, ...(value && { value }) })
    await runDue()
  }
  const direct = (user = ana) => slack.messages(slack.directChannel(user).id).map(({ text }) => text)
  return { ...journey, home, published, open, pressHome, direct }
}

/** How a home says what is left of the hour, and what comes after it. */
export const budget = (left: number, limit = 100) =>
  `*This hour*\n${left} of ${limit} follow-ups are left this hour, for everybody together.\n[Settings]`

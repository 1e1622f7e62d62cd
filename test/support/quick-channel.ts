import { expect } from 'vitest'
import type { JourneyOptions } from './journey.ts'
import { startWatching } from './watched-job.ts'

const MINUTE = 60_000
const LINK = 'https://github.com/acme/docs/pull/12'
const FIX = 'The tests fail. Find out why and fix them.'
const TYPED = `Fix the tests: ${FIX}\nShorten it: Shorten what you wrote.`

/** A channel in which Ana has chosen quick follow-ups, with a job that has finished. */
export async function startQuick({ typed = TYPED, ...options }: JourneyOptions & { typed?: string } = {}) {
  const journey = await startWatching(options)
  const { slack, agent, ana, channel, advance, find, thread } = journey
  const choose = async (quick: string) => {
    await slack.command({ user: ana, channel, text: 'settings' })
    await slack.waitFor(() => slack.views(ana).length > 0, 'the settings', 5_000)
    const { errors } = await slack.submitView({ user: ana, values: { quick } })
    if (errors) await slack.closeView({ user: ana })
    return errors
  }
  /** The job ends what it works on. */
  const end = async () => {
    await advance(5_000)
    agent.finish('job_8f2', { prLink: LINK })
    await advance(MINUTE)
  }
  expect(await choose(typed)).toBeUndefined()
  await end()
  return {
    ...journey,
    choose,
    end,
    result: find('is ready.'),
    shown: () => thread().find(line => line.includes('is ready.')) ?? ''
  }
}

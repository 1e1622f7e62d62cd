import { type Journey, startWatching } from './journey.ts'

export const WAITS = 'Not sent yet: waiting until the job is idle.'
export const BUTTONS = '[Send now] [Cancel]'

/** The job ends what it does, and the bot notices. */
export async function finish({ agent, advance }: Journey, number = 12): Promise<void> {
  agent.finish('job_8f2', { prLink: `https://github.com/acme/docs/pull/${number}` })
  await advance(60_000)
}

/** Ana's follow-up is under way, and Ben's reply waits until the job is idle. */
export async function startWithWaiting(words = 'when idle: run the tests', refusals: string[] = []) {
  const journey = await startWatching({ refusals })
  const { ts } = await journey.reply(words)
  await journey.advance(2_000)
  return { ...journey, ts }
}

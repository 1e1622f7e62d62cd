import { type JourneyOptions, startJourney } from './journey.ts'

export const LINK = 'https://github.com/example/shop/pull/1'
export const THREAD =
  'https://stand-in.slack.com/archives/C0DOCS/p1795183200000000?thread_ts=1795183200.000000&cid=C0DOCS'
export const PROMISE = 'I’ll write to you directly when *job_8f2* ends.\n[🔕 Don’t tell me]'
export const ENDED = `*job_8f2* has finished: <${LINK}|pull request #1> is ready. <${THREAD}|Open its thread>`

export async function startWorking(status = 'active', options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, ben } = journey
  agent.addJob({ id: 'job_8f2', status, life: { ends: 'never' } })
  const direct = (user = ben) => slack.messages(slack.directChannel(user).id).map(({ text }) => text)
  return { ...journey, direct }
}

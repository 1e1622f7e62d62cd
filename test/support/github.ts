import { onTestFinished } from 'vitest'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { type JourneyOptions, startJourney } from './journey.ts'

export const GITHUB_TOKEN = 'github-canary-7d21e9'
export const PULL = 'https://github.com/acme/docs/pull/12'

/** A journey with a GitHub that the bot may look at, and a job whose work ends with a pull request there. */
export async function startWithGithub({ env, ...options }: JourneyOptions = {}) {
  let now = () => Date.now()
  const github = await createStandInGithub({ token: GITHUB_TOKEN, clock: { now: () => now() } })
  onTestFinished(() => github.stop())
  const journey = await startJourney({ ...options, env: { GITHUB_TOKEN, GITHUB_API_URL: github.url, ...env } })
  now = journey.now
  const { agent, command, advance } = journey
  const about = { repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }
  agent.addJob({ id: 'job_8f2', ...about, life: { pullRequest: PULL } })
  return {
    ...journey,
    github,
    /** Something is done to the pull request, and the bot gets around to looking. */
    async change(patch: Parameters<typeof github.setPullRequest>[1]) {
      github.setPullRequest(PULL, patch)
      await advance(90_000)
    },
    /** Ana's follow-up is done, and its result told. */
    async finish(text = 'job_8f2 add examples') {
      await command(text)
      await advance(60_000)
    },
    asked: () => github.requests().length
  }
}

export const LINK = `pull request #12 (${PULL})`

/** The first line of a card whose job finished with it. */
export const HEADLINE = (...since: string[]) => {
  const isForReview = since.every(word => word === 'review requested')
  return ['✅ *job_8f2*', isForReview ? 'ready for review' : 'finished', LINK, ...since].join(' · ')
}

export const headlineOf = (card: string) => card.split('\n')[0]

/** Before the bot has looked. */
export const UNSEEN = () => RESULT().replace(`${ABOUT}\n`, '')

const VIEW = `[View pull request #12 → ${PULL}]`

const ABOUT = '— Error handling in the quickstart · +120 −8 in 4 files'

export const RESULT = (...since: string[]) =>
  [
    `bot, also in #docs: @Ana, *job_8f2* finished: ${LINK} is ready.`,
    '>add examples',
    ABOUT,
    since.some(word => /checks failed|changes requested/i.test(word)) ? `${VIEW} [Send follow-up]` : VIEW,
    `— ${[...since, 'took 20 s', 'acme/docs on `agent/quickstart`'].join(' · ')}`
  ].join('\n')

import { PULL } from './github.ts'

export const LINK = `pull request #12 (${PULL})`

/** The first line of a card whose job finished with it. */
export const HEADLINE = (...since: string[]) => {
  const isForReview = since.every(word => word === 'review requested')
  return ['✅ *job_8f2*', isForReview ? 'ready for review' : 'finished', LINK, ...since].join(' · ')
}

export const headlineOf = (card: string) => card.split('\n')[0]

const VIEW = `[View pull request #12 → ${PULL}]`

export const RESULT = (...since: string[]) =>
  [
    `bot, also in #docs: @Ana, *job_8f2* finished: ${LINK} is ready.`,
    '>add examples',
    VIEW,
    `— ${[...since, 'took 20 s', 'acme/docs on `agent/quickstart`'].join(' · ')}`
  ].join('\n')

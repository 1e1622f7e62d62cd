import { expect, it } from 'vitest'
import { startForm } from '../support/form.ts'
import type { Journey } from '../support/journey.ts'
import { makeCanary } from '../support/secret-canaries.ts'
import { startWatching } from '../support/watched-job.ts'

const TOKEN = makeCanary('github')
const SHOWN = 'use token=•••• for it'
const WORDS = `use token=${TOKEN} for it`

/** Everything that the bot has ever shown to anybody. */
const everShown = ({ slack, ana, ben }: Journey) =>
  JSON.stringify([slack.calls(), ...[ana, ben].map(user => [slack.ephemerals(undefined, user), slack.homeOf(user)])])

/** Ben writes that in the thread, and lets it out. */
async function letOut(journey: Journey, write: () => Promise<unknown>): Promise<void> {
  const { slack, ben, pressAndHear, advance } = journey
  await write()
  await advance(3_000)
  const { ts: on = '', channel } = slack.ephemerals(undefined, ben).at(-1) ?? {}
  await pressAndHear('send-anyway', { by: ben, on, ...(channel && { channel }) })
  await advance(3_000)
}

it('shows nobody a secret that was let out with the form: not on the card, in a list, or in the result', async () => {
  const journey = await startForm()
  const { slack, agent, ana, form, open, command, advance, sent, card, find } = journey
  await open('job_8f2')
  await form.send({ instruction: WORDS })
  expect(form.shown().at(-1)).toMatch(/^If it’s meant for the agent: /)
  await form.send({ anyway: true })
  await advance(2_000)
  expect([sent(), card()]).toEqual([[WORDS], expect.stringContaining(`>${SHOWN}\n`)])
  await slack.openHome({ user: ana })
  for (const answer of ['list', 'log job_8f2', 'status job_8f2']) expect(await command(answer)).toContain(SHOWN)
  await open()
  expect(await form.suggest('')).toEqual([expect.stringContaining(SHOWN)])
  expect(await form.suggest(TOKEN.slice(4, 12))).not.toContainEqual(expect.stringContaining('job_8f2'))
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(60_000)
  expect(find(SHOWN)).not.toBe('')
  expect(JSON.stringify(slack.homeOf(ana))).toContain(SHOWN)
  expect(everShown(journey)).not.toContain(TOKEN)
})

it('shows nobody a secret in a held reply, in its correction, or in what came too late', async () => {
  const journey = await startWatching({ hourlyLimit: 2 })
  const { slack, channel, ben: user, reply, advance, sleep, thread, told, later } = journey
  let ts = ''
  await letOut(journey, async () => {
    ts = (await reply(WORDS)).ts
  })
  await letOut(journey, () => reply(`then ${WORDS}`))
  expect(thread().join('\n')).toContain(`>then ${SHOWN}`)
  await slack.edit({ user, channel, messageTs: ts, text: `${WORDS}, please` })
  await advance(3_000)
  await slack.remove({ channel, messageTs: ts })
  await advance(3_000)
  expect(told(user).at(-1)).toContain(`Too late to take this back`)
  expect(told(user).at(-1)).toContain(`>${SHOWN}`)
  await sleep(2 * 3_600_000)
  expect(later()).toEqual([WORDS, `then ${WORDS}`])
  const fromBot = thread().filter(line => line.startsWith('bot'))
  expect([journey.card(), ...fromBot, ...told(user)].join('\n')).not.toContain(TOKEN)
})

it('shows nobody a secret in words that were typed for a job with a thread, or that are given back', async () => {
  const journey = await startWatching({ env: { SECRETS: 'send' } })
  const { command, advance, thread, told, later } = journey
  await command(`job_8f2 ${WORDS}`)
  await command(`job_0 ${WORDS}`)
  await advance(3_000)
  expect(later()).toEqual([WORDS])
  expect(thread().at(-1)).toContain(`>${SHOWN}`)
  expect(told().at(-1)).toContain(`Your words:\n>job_0 ${SHOWN}`)
  expect(everShown(journey)).not.toContain(TOKEN)
})

import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const HOURS = 3_600_000

/** The channel knows four jobs. Ana mentions the bot, edits that, and waits: what was sent then, and what waited before. */
async function mentionAndEdit(first: string, second: string) {
  const { slack, agent, channel, ana, command, advance, sleep, told } = await startJourney()
  for (const id of ['a1b2c3', 'b9b9b9', 'docs', 'site']) {
    agent.addJob({ id, life: { ends: 'never' } })
    await command(`“${id}” hello`)
    await advance(3_000)
  }
  const sent = () =>
    agent
      .sends()
      .slice(4)
      .map(({ jobId, prompt }) => `${jobId}: ${prompt}`)
  const said = (words: string) => `<@${slack.botUserId}> ${words}`
  const { ts: messageTs } = await slack.say({ user: ana, channel, text: said(first) })
  await advance(3_000)
  await slack.edit({ user: ana, channel, messageTs, text: said(second) })
  await advance(3_000)
  const atOnce = sent()
  await sleep(3 * HOURS)
  await advance(3_000)
  return { atOnce, sent: sent(), told: told(ana).at(-1) }
}

it.each([
  ['in 2 hours: a1b2c3 run teh tests', 'in 2 hours: a1b2c3 run the tests', 'a1b2c3: run the tests'],
  ['a1b2c3 in 2 hours: run teh tests', 'in 2 hours: a1b2c3 run the tests', 'a1b2c3: run the tests'],
  ['docs in 2 hours: run teh tests', 'docs in 2 hours: run the tests', 'docs: run the tests'],
  ['in 2 hours: docs run teh tests', 'in 2 hours: run the docs tests', 'docs: run the docs tests']
])('sends “%s” to its job, without the id and in time, once it is edited to “%s”', async (first, second, then) => {
  const { atOnce, sent } = await mentionAndEdit(first, second)
  expect([atOnce, sent]).toEqual([[], [then]])
})

it.each([
  ['in 2 hours: a1b2c3 run it', 'in 2 hours: b9b9b9 run it'],
  ['a1b2c3 in 2 hours: run it', 'in 2 hours: b9b9b9 run it'],
  ['docs in 2 hours: run it', 'site in 2 hours: run it'],
  ['docs in 2 hours: run it', 'dcos in 2 hours: run it'],
  ['docs in 2 hours: run it', 'docs status']
])('sends nothing of “%s” once it is edited to “%s”, and gives the words back', async (first, second) => {
  const { sent, told } = await mentionAndEdit(first, second)
  expect(sent).toEqual([])
  expect(told).toMatch(/^Cancelled: your edited message is no longer an instruction for /)
  expect(told?.split('>').at(-1)).toBe(second)
})

it('leaves the id out of a correction, too', async () => {
  const { told } = await mentionAndEdit('docs run teh tests', 'docs run the tests')
  expect(told).toContain('>run the tests')
})

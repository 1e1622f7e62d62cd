import { expect, it } from 'vitest'
import { startJourney, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'
import { makeCanary } from '../support/secret-canaries.ts'

/** A bot that can be stopped for a while, as a suspended machine is. */
async function startStoppable() {
  let awakeMs = 0
  const journey = await startWithJob({ awakeMs: () => awakeMs })
  const standStill = (ms: number) => {
    awakeMs += ms
  }
  return { ...journey, standStill }
}

const HELD_UP = 'I was held up and read this too late. Try again if you haven’t.'
const TOO_LATE = `Not sent: ${HELD_UP}\n>add <b> examples\n[Open the form]`

it('refuses a command that may have waited longer than Slack does, and stores nothing', async () => {
  const { database, command, standStill, runDue, told, posts } = await startStoppable()
  standStill(2_400)
  expect(await command('job_8f2 add <b> examples', { escape: true })).toBe(TOO_LATE)
  // What was waiting outside comes in over several turns.
  standStill(900)
  expect(await command('job_8f2 add <b> examples', { escape: true })).toBe(TOO_LATE)
  expect(await database.query('select from followup.followup')).toEqual([])
  expect(await database.query("select from followup.delivery where key like 'command:%'")).toEqual([])
  standStill(200)
  expect(await command('job_8f2 add <b> examples')).toBe('')
  await runDue()
  expect(posts()).toBe(1)
  expect(told()).toHaveLength(2)
  standStill(2_400)
  expect(await command('list')).toBe(`Not done: ${HELD_UP}`)
  standStill(2_400)
  const secret = await command(`job_8f2 use ${makeCanary('a GitHub token')}`)
  expect(secret).toMatch(/^Not sent: line 1 looks like a GitHub token\./)
})

it('lets its author know before Slack hears that the command arrived, as the bot may die in between', async () => {
  const { slack, ana, channel, standStill } = await startStoppable()
  standStill(2_400)
  await slack.command({ user: ana, channel, text: 'job_8f2 add &lt;b&gt; examples' })
  expect(slack.ephemerals(channel, ana).map(({ text }) => text)).toEqual([
    TOO_LATE.replace('<b>', '&lt;b&gt;').replace('\n[Open the form]', '')
  ])
})

it('lets its author know first, too, if it is held up while it asks Slack who that is', async () => {
  let standStill = async () => {}
  const journey = await startJourney({
    wrap: around('people', 'kindOf', kindOf => async id => {
      await standStill()
      return kindOf(id)
    })
  })
  const { slack, ana, channel, database, pass } = journey
  standStill = () => pass(2_400)
  await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  expect(journey.told(ana)).toEqual([expect.stringContaining('I was held up and read this too late.')])
  expect(await database.query('select from followup.followup')).toHaveLength(0)
})

it('ignores a press that may have waited longer than Slack does, and says so', async () => {
  const { command, runDue, standStill, pressAndHear, card } = await startStoppable()
  await command('job_8f2 add examples')
  await runDue()
  standStill(60_000)
  expect(await pressAndHear('tell-me')).toBe(`Not done: ${HELD_UP}`)
  expect(card()).toContain('· working')
  standStill(1_000)
  expect(await pressAndHear('tell-me')).toContain('I’ll write to you')
})

import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const WHICH = 'Not sent: which job is it for?'

it.each([
  ['tomorrow: fix the flaky test', WHICH],
  ['at 18:00: fix the flaky test', WHICH],
  ['when idle: 2 more examples', WHICH],
  ['tomorrow: a1b2c3 run the tests', WHICH]
])('gives back all of “%s”, where no job is known', async (words, why) => {
  const { slack, agent, channel, ana, command, advance, told } = await startJourney()
  expect(await command(words)).toBe(`${why}\n>${words}\n[Open the form]`)
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> ${words}` })
  await advance(3_000)
  const [answer] = told(ana)
  expect([answer?.startsWith(why), answer?.includes(`\n>${words}\n`)]).toEqual([true, true])
  expect(agent.sends()).toEqual([])
})

it.each(['when idle: run the tests', 'at 18:00: run the tests', 'in 2 hours: run the tests'])(
  'gives back all of “job_404 %s”, where there is no such job',
  async words => {
    const { slack, channel, ana, command, advance, told } = await startJourney()
    await command(`job_404 ${words}`)
    await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> job_404 ${words}` })
    await advance(3_000)
    const why = 'Not sent: there’s no job *job_404* here. Check the id, then send it again.'
    expect(told(ana)).toEqual([1, 2].map(() => `${why}\n>${words}\n[Open the form]`))
  }
)

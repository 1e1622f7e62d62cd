import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const WHICH = 'Not sent: which job is it for?'
const UNCLEAR =
  'Not sent: say exactly when, like `at 18:00: …`, `tomorrow at 9: …` or `in 2 hours: …`, or begin with `now:` to send it right away.'

it.each([
  ['tomorrow: fix the flaky test', WHICH],
  ['at 18:00: fix the flaky test', WHICH],
  ['when idle: 2 more examples', WHICH],
  ['tomorrow: job_b2 run the tests', UNCLEAR],
  ['job_b2 tomorrow: run the tests', UNCLEAR],
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

it('asks what a job should do, and not which, where nothing follows its id', async () => {
  const { slack, channel, ana, advance, told } = await startJourney()
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> at 18:00: job_b2` })
  await advance(3_000)
  expect(told(ana)).toEqual([expect.stringContaining('what should *job_b2* do?')])
})

it('understands a time before a link to the job', async () => {
  const { agent, command, advance, sleep } = await startJourney({
    env: { AGENT_JOB_LINK: 'https://agents.example/runs/{jobId}' }
  })
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 hello')
  await advance(3_000)
  expect(await command('in 30 min: <https://agents.example/runs/job_8f2> fix it')).toBe('')
  await sleep(1_800_000)
  await advance(3_000)
  expect(agent.sends().at(-1)?.prompt).toBe('fix it')
})

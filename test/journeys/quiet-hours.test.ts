import { expect, it } from 'vitest'
import type { JourneyOptions } from '../support/journey.ts'
import { useSettings } from '../support/settings.ts'
import { startWatching } from '../support/watched-job.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Ana is in Paris, where it is an hour later than the journey's clock says. */
const EVENING = Date.UTC(2026, 10, 20, 20, 45)

/** It is a quarter to ten, and Ana wants no direct messages from ten to seven. */
async function startEvening(options: JourneyOptions = {}, quiet = ['22:00', '07:00']) {
  const journey = useSettings(await startWatching({ startAt: EVENING, ...options }))
  const { slack, agent, ana, command, advance, open, choose } = journey
  const own = slack.directChannel(ana).id
  const setHours = async ([from = '', until = '']: string[]) => {
    await open(ana, own)
    return choose(ana, { 'quiet-from': from, 'quiet-until': until })
  }
  await setHours(quiet)
  return {
    ...journey,
    own,
    setHours,
    /** A job that Ana wants to hear about. */
    async watch(jobId: string) {
      agent.addJob({ id: jobId, status: 'active', life: { ends: 'never' } })
      await command(`watch ${jobId}`)
      await advance(10_000)
    },
    /** Lets the time pass until then, by the journey's clock: in the evening, or on the next morning. */
    async until(hour: number, minute = 0) {
      const ms = Date.UTC(2026, 10, hour < 12 ? 21 : 20, hour, minute) - journey.now()
      await journey.sleep(Math.max(ms - MINUTE_MS, 0))
      await advance(Math.min(ms, MINUTE_MS))
    }
  }
}

it('holds what it would write to somebody directly until their quiet hours end, through a restart', async () => {
  const { agent, ben, pressAndHear, watch, until, advance, restart, direct } = await startEvening()
  await watch('job_c90')
  await pressAndHear('tell-me', { by: ben })
  await until(21, 1)
  agent.finish('job_c90', { prLink: null })
  agent.finish('job_8f2', { prLink: LINK })
  await advance(MINUTE_MS)
  expect(direct(ben)).toEqual([expect.stringContaining('*job_8f2* has finished')])
  expect(direct()).toEqual([])
  agent.setJob('job_c90', { prLink: LINK })
  await advance(5 * MINUTE_MS)
  await restart()
  await advance(8 * HOUR_MS)
  expect(direct()).toEqual([])
  await until(6, 0)
  expect(direct()).toEqual([`*job_c90* has finished: <${LINK}|pull request #12> is ready.`])
  await advance(HOUR_MS)
  expect(direct()).toHaveLength(1)
})

it('writes in the order in which it came, when the quiet hours are over', async () => {
  const { agent, watch, until, advance, database, direct } = await startEvening()
  const jobs = ['job_3', 'job_1', 'job_2']
  for (const id of jobs) await watch(id)
  await until(21, 30)
  for (const id of jobs) {
    agent.finish(id, { prLink: LINK })
    await advance(MINUTE_MS)
  }
  // Whoever has the first one in hand is a bit slow.
  const isFirst = `data ->> 'postId' = (select id from followup.post where message::text like '%job_3%')`
  await database.query(`update followup.task set due_at_ms = due_at_ms + 500 where ${isFirst}`)
  await until(6, 0)
  await advance(10_000)
  expect(direct().map(words => words.split('*')[1])).toEqual(jobs)
})

it('writes what was held although all that was to come back to it is lost', async () => {
  const { agent, watch, until, advance, upkeep, database, restart, direct } = await startEvening()
  await watch('job_c90')
  await until(21, 30)
  agent.finish('job_c90', { prLink: LINK })
  await advance(MINUTE_MS)
  await database.query('delete from followup.task')
  await restart()
  await upkeep()
  await until(6, 1)
  expect(direct()).toEqual([])
  await advance(2 * MINUTE_MS)
  await upkeep()
  await advance(MINUTE_MS)
  expect(direct()).toHaveLength(1)
})

it('answers in quiet hours as at any time, and holds what is about something asked long before', async () => {
  const { slack, channel, ana, cardTs, until, advance, command, told, direct } = await startEvening({
    refusals: ['chat.update message_not_found']
  })
  await until(21, 30)
  expect(await command('watch job_8f2')).toContain('I’ll write to you directly when *job_8f2* ends.')
  const first = cardTs()
  await command('job_0 add a title')
  await advance(3_000)
  expect(told(ana).at(-1)).toContain('Nothing was sent: there’s no job *job_0* here.')
  // What was asked for an hour ago can wait.
  await slack.remove({ channel, messageTs: first })
  await advance(MINUTE_MS)
  expect(direct()).toEqual([])
  await until(6, 0)
  expect(direct()).toEqual([expect.stringContaining('I’ve stopped watching *job_8f2*')])
})

it('tells somebody at once what becomes of what they asked for a moment ago', async () => {
  const { slack, agent, channel, cardTs, until, advance, command, direct } = await startEvening({
    refusals: ['chat.update message_not_found']
  })
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  await until(21, 30)
  await command('job_c90 add a title')
  await advance(MINUTE_MS)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(MINUTE_MS)
  expect(direct()).toEqual([expect.stringContaining('I’ve stopped watching *job_c90*')])
})

it('goes by changed quiet hours for what is held, but holds it no longer than by the old ones', async () => {
  const { agent, watch, until, advance, setHours, direct } = await startEvening()
  await watch('job_c90')
  await watch('job_31c')
  await until(21, 30)
  agent.finish('job_c90', { prLink: LINK })
  await advance(MINUTE_MS)
  // Longer ones change nothing for it, shorter ones do.
  await setHours(['22:00', '09:00'])
  await setHours(['22:00', '23:00'])
  expect(direct()).toEqual([])
  await until(22, 0)
  expect(direct()).toHaveLength(1)
  await setHours(['22:00', '08:00'])
  agent.finish('job_31c', { prLink: LINK })
  await advance(MINUTE_MS)
  expect(direct()).toHaveLength(1)
  await setHours([])
  await advance(2_000)
  expect(direct()).toHaveLength(2)
})

it('sends what is held at the old time, although the new hours would hold it longer', async () => {
  const { agent, watch, until, advance, setHours, direct } = await startEvening()
  await watch('job_c90')
  await until(21, 30)
  agent.finish('job_c90', { prLink: LINK })
  await advance(MINUTE_MS)
  await setHours(['21:00', '09:00'])
  await until(5, 59)
  expect(direct()).toEqual([])
  await until(6, 0)
  expect(direct()).toHaveLength(1)
})

it.each([
  [['22:00', ''], 'Nothing was changed: choose both times, or leave both empty.'],
  [['22:00', '22:00'], 'Nothing was changed: quiet hours can’t end when they begin.']
])('asks for quiet hours that make sense instead of %o', async (hours, words) => {
  const { setHours } = await startEvening({}, [])
  expect(await setHours(hours)).toMatchObject({ errors: { 'quiet-until': words } })
})

it('opens somebody’s own settings from their home, where they see their own choices', async () => {
  const { slack, ana, ben, runDue, opened, choose } = await startEvening()
  await slack.openHome({ user: ana })
  await runDue()
  await slack.press({ user: ana, viewId: slack.homeOf(ana)?.id ?? '', actionId: 'open-settings' })
  expect(await opened(ana)).toEqual([
    '*Just for you*\nOnly you see and change these.',
    'Your default job: None',
    '— None: if you name no job, I ask which.',
    expect.stringMatching(/^Your time to undo a reply: /),
    '— None: replies go out at once.',
    expect.stringMatching(/^Several replies of yours within that time: /),
    '— Each goes out by itself.',
    'Quiet hours from: 22:00',
    'Quiet hours until: 07:00',
    expect.stringMatching(/^— Yours, chosen 2026-11-20 20:45\. Times are in your time zone, Europe\/Paris\.$/)
  ])
  expect(await choose(ana, { 'own-job': 'job_8f2' })).toMatchObject({ acknowledged: true })
  await slack.openHome({ user: ben })
  await runDue()
  slack.addPerson({ id: ben, name: 'Ben', timeZone: 'America/New_York' })
  await slack.press({ user: ben, viewId: slack.homeOf(ben)?.id ?? '', actionId: 'open-settings' })
  expect(await opened(ben)).toContain('Your default job: None')
})

it('lets somebody who may no longer use the bot neither open nor save their own settings', async () => {
  const { slack, own, ana, open, choose, restart, command } = await startEvening()
  await open(ana, own)
  await restart({ ALLOWED_USERS: 'U0BEN' })
  expect(await choose(ana, { 'quiet-from': '20:00' })).toMatchObject({
    errors: { 'own-job': 'Nothing was changed: you may no longer use me here.' }
  })
  await slack.closeView({ user: ana })
  expect(await command('settings', { channel: own })).toMatch(/^Not done: you’re not on the list of people/)
  expect(slack.views(ana)).toEqual([])
})

import { expect, it } from 'vitest'
import { startEvening } from '../support/quiet-evening.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

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

it.each(['with its pull request', 'without one'])(
  'says in quiet hours that news comes after them, and brings none of a job %s that is no longer watched',
  async how => {
    const { agent, command, pressAndHear, watch, until, advance, direct } = await startEvening()
    const note =
      /^— Your quiet hours last until .*06:00.* If it ends before then, I’ll write to you once they’re over\.$/m
    await watch('job_3')
    await until(21, 1)
    await watch('job_c90')
    expect(await command('watch job_c90')).toMatch(note)
    expect(await pressAndHear('tell-me')).toMatch(note)
    const prLink = how === 'without one' ? null : LINK
    for (const id of ['job_3', 'job_c90']) agent.finish(id, { prLink })
    await advance(3 * MINUTE_MS)
    expect(await command('unwatch job_c90')).toBe('OK: I won’t write to you when *job_c90* ends.')
    expect(await command('unwatch job_c90')).toBe('I wasn’t going to write to you about *job_c90*.')
    agent.setJob('job_c90', { prLink: LINK })
    await until(6, 0)
    await advance(10_000)
    expect(direct()).toEqual([expect.stringContaining('*job_3*')])
  }
)

it('says nothing about quiet hours to whoever asks outside of them', async () => {
  const { command, watch } = await startEvening()
  await watch('job_c90')
  expect(await command('watch job_c90')).not.toContain('quiet')
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
    expect.stringMatching(/^Your replies within that time: /),
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

import { expect, it } from 'vitest'
import { startAtHome } from '../support/at-home.ts'

const LINK = 'https://github.com/example/shop/pull/1'

it('never draws a home that nobody has opened, nor one more than once in ten seconds', async () => {
  const { slack, ana, agent, command, reply, advance, open, published, home } = await startAtHome()
  await command('job_8f2 add examples')
  await advance(60_000)
  expect(published()).toBe(0)
  await open()
  expect(published()).toBe(1)
  const opened = slack.calls().length
  await reply('shorten it', { by: ana })
  await reply('and the title', { by: ana })
  await advance(3_000)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(120_000)
  const times = slack
    .calls()
    .slice(opened)
    .filter(({ method }) => method === 'views.publish')
    .map(({ atMs }) => atMs)
  expect(times.length).toBeGreaterThan(0)
  expect(times.every((atMs, at) => at === 0 || atMs - (times[at - 1] ?? 0) >= 10_000)).toBe(true)
  expect(home()).toContain('shorten it')
})

it('shows at most a hundred blocks, and the rest on further pages', async () => {
  const { slack, agent, ana, command, runDue, open, home, pressHome } = await startAtHome()
  for (let at = 0; at < 70; at += 1) {
    agent.addJob({ id: `job_${at}`, life: { ends: 'never' } })
    await command(`job_${at} do it`)
    await runDue()
  }
  await open()
  expect(slack.homeOf(ana)?.blocks.length).toBeLessThanOrEqual(100)
  expect(home()).toContain('— Page 1 of 3\n[More]')
  await pressHome('home-more')
  await pressHome('home-more')
  expect(home()).toContain('— Page 3 of 3\n[Back]')
  expect(home()).toContain('*job_0*')
})

it('draws a home after a restart that lost its task, with the next change', async () => {
  const { database, command, runDue, advance, restart, reply, ana, open, home } = await startAtHome()
  await open()
  await command('job_8f2 add examples')
  await runDue()
  await database.query(`delete from followup.task where name = 'show'`)
  await restart()
  await advance(11_000)
  await reply('shorten it', { by: ana })
  await advance(11_000)
  expect(home()).toContain('shorten it')
  expect(home()).toContain('add examples')
})

it('shows a home later that Slack would not take at once', async () => {
  const { slack, command, advance, open, home } = await startAtHome()
  await open()
  slack.fail('views.publish', { status: 429, retryAfterS: 30 })
  await command('job_8f2 add examples')
  await advance(11_000)
  expect(home()).toContain('You have nothing under way.')
  await advance(60_000)
  expect(home()).toContain('Under way')
})

it('draws a home that Slack refuses no more often than any other', async () => {
  const { slack, ana, command, reply, advance, open, published } = await startAtHome()
  await command('job_8f2 add examples')
  await open()
  await advance(20_000)
  slack.fail('views.publish', { error: 'not_enabled', times: 100 })
  const before = published()
  for (let at = 0; at < 8; at += 1) {
    await reply(`more ${at}`, { by: ana })
    await advance(1_000)
  }
  expect(published()).toBe(before + 1)
  slack.clearFaults()
})

import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { budget, startAtHome } from '../support/at-home.ts'

const LINK = 'https://github.com/example/shop/pull/1'

const cardAt = (ts: string) =>
  `Open its card (https://stand-in.slack.com/archives/C0DOCS/p${ts.replace('.', '')}?thread_ts=${ts}&cid=C0DOCS)`

it('shows somebody who opens their home what they asked for, and nothing of others', async () => {
  const { command, ben, runDue, open, home, advance, agent, cardTs } = await startAtHome()
  await open()
  expect(home()).toBe(`You have nothing under way. What you ask an agent to do will be listed here.\n${budget(100)}`)
  agent.addJob({ id: 'job_9', life: { ends: 'never' } })
  await command('job_9 drop the tests', { by: ben })
  await command('job_8f2 add examples')
  await runDue()
  await advance(10_000)
  expect(home()).toBe(
    `*Under way*\n⏳ *job_8f2* · working · sent {ago 14:00} · ${cardAt(cardTs())}\n“add examples”\n${budget(98)}`
  )
  expect(home()).not.toContain('drop the tests')
})

it('shows how it ended, with its links, and draws nothing again when only time passes', async () => {
  const { agent, command, advance, open, home, published } = await startAtHome()
  await command('job_8f2 add examples')
  await open()
  await advance(30_000)
  const before = published()
  await advance(600_000)
  await open()
  expect(published()).toBe(before)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(60_000)
  expect(home()).toContain(`*The last 24 hours*\n✅ *job_8f2* · finished · pull request #1 (${LINK}) · ended {ago`)
  await advance(25 * 3_600_000)
  await open()
  expect(home()).toContain('You have nothing under way.')
})

it('lists the jobs that somebody wants to hear of, with a way to stop', async () => {
  const { ben, command, advance, open, home, pressHome, agent, direct } = await startAtHome()
  agent.setJob('job_8f2', { status: 'active' })
  await open(ben)
  await command('watch job_8f2', { by: ben })
  await advance(11_000)
  expect(home(ben)).toMatch(/^\*Jobs I’ll tell you about\*\n🔔 \*job_8f2\* · asked \{ago 14:00\}\n\[🔕 Don’t tell me\]/)
  await pressHome('tell-me', 'job_8f2', ben)
  expect(home(ben)).toContain('You have nothing under way.')
  agent.finish('job_8f2')
  await advance(60_000)
  expect(direct(ben)).toEqual([])
})

it.each([
  { kind: 'guest' as const, why: 'guests can’t steer agent jobs. Ask a full member of this workspace.' },
  {
    kind: 'outsider' as const,
    why: 'only members of this workspace can steer agent jobs. Ask one of them.'
  }
])('shows a $kind only that they may not', async ({ kind, why }) => {
  const { slack, open, direct } = await startAtHome()
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind }).id
  await open(gus)
  expect(asShown({ text: '', blocks: slack.homeOf(gus)?.blocks ?? [] })).toBe(`Nothing to show: ${why}`)
  expect(direct(gus)).toEqual([])
})

it('shows a home that only the list keeps somebody out of the same way', async () => {
  const { slack, ben, open } = await startAtHome({ env: { ALLOWED_USERS: 'U0ANA', ALLOWED_CHANNELS: 'C0DOCS' } })
  await open(ben)
  expect(JSON.stringify(slack.homeOf(ben)?.blocks)).toContain('not on the list of people')
  await open()
  expect(JSON.stringify(slack.homeOf('U0ANA')?.blocks)).toContain('You have nothing under way')
})

it('shows what the job does now, though no instruction moves', async () => {
  const { agent, command, advance, open, home } = await startAtHome()
  await open()
  await command('job_8f2 add examples')
  await advance(30_000)
  expect(home()).toContain('· working ·')
  agent.setJob('job_8f2', { status: 'waiting_for_review' })
  await advance(60_000)
  expect(home()).toContain('· waiting_for_review ·')
})

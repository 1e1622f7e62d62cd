import { expect, it } from 'vitest'
import { startAtHome } from '../support/at-home.ts'

it('asks first for what somebody has to decide, and takes the decision there', async () => {
  const { agent, command, advance, open, home, pressHome, posts, card, thread } = await startAtHome()
  agent.fail('send', { kind: 'reset before read' })
  await command('job_8f2 add examples')
  await advance(4_000)
  await open()
  expect(home()).toContain('*Needs your decision*\n⚠️ *job_8f2* · maybe delivered · sent {ago 14:00}')
  expect(home()).toContain('“add examples”\n[Send again] [Leave it]')
  await pressHome('leave-it')
  expect(card()).toContain('Left as it is · @Ana')
  expect(home()).toMatch(/^\*Under way\*/)
  expect(thread()).toHaveLength(1)
  await advance(30 * 60_000)
  expect(card()).toContain('no longer watched')
  expect(home()).toMatch(/^\*The last 24 hours\*/)
  expect(posts()).toBe(1)
})

it('sends from the home what waits until the job is idle', async () => {
  const { agent, command, advance, open, home, pressHome, posts } = await startAtHome()
  agent.setJob('job_8f2', { status: 'active' })
  await command('job_8f2 when idle: add examples')
  await advance(4_000)
  await open()
  expect(home()).toContain(
    '*Under way*\n⏰ *job_8f2* · waiting until the job is idle · asked {ago 14:00} · Open its card'
  )
  expect(home()).toContain('“add examples”\n[Send now] [Cancel]')
  await pressHome('send-now')
  await advance(2_000)
  expect(posts()).toBe(1)
})

it('sends again from the home, and cancels what is held', async () => {
  const { agent, command, advance, open, home, pressHome, posts } = await startAtHome({ hourlyLimit: 2 })
  agent.fail('send', { kind: 'reset before read' })
  await command('job_8f2 add examples')
  await advance(4_000)
  await open()
  await pressHome('send-again')
  await advance(11_000)
  expect(posts()).toBe(2)
  expect(home()).not.toContain('Needs your decision')
  await command('job_8f2 add a title')
  await advance(11_000)
  expect(home()).toContain('· held until 15:00')
  expect(home()).toContain('This hour’s follow-ups are used up.')
  expect(home()).toContain('[Cancel]')
  expect(home()).toContain('0 of 2 follow-ups are left this hour')
  await pressHome('cancel')
  expect(home()).not.toContain('add a title')
})

it('says in a direct message why a press in the home did nothing', async () => {
  const { slack, ben, command, advance, open, pressHome, direct, card } = await startAtHome({ hourlyLimit: 1 })
  await command('job_8f2 add examples')
  await command('job_8f2 add a title')
  await advance(12_000)
  await open()
  const view = slack.homeOf('U0ANA')
  const held = JSON.stringify(view?.blocks).match(/"value":"(f_\d+)"/)?.[1] ?? ''
  await open(ben)
  await command('job_8f2 by Ben', { by: ben })
  await advance(12_000)
  // Somebody else's instruction is none of Ben's home.
  await pressHome('cancel', held, ben)
  expect(direct(ben)).toEqual([expect.stringMatching(/^Too late for that button/)])
  expect(card()).toContain('add a title')
})

it('takes no press from somebody who may no longer use it, and says so', async () => {
  const { ben, command, advance, open, home, pressHome, restart, direct, card } = await startAtHome({ hourlyLimit: 1 })
  await command('job_8f2 add examples')
  await advance(4_000)
  await command('job_8f2 by Ben', { by: ben })
  await open(ben)
  await advance(12_000)
  expect(home(ben)).toContain('“by Ben”')
  await restart({ ALLOWED_USERS: 'U0ANA' })
  await pressHome('cancel', undefined, ben)
  expect(direct(ben)).toEqual([expect.stringMatching(/^Not done: you’re not on the list of people/)])
  expect(card()).toContain('⏸ “by Ben”')
  await advance(12_000)
  expect(home(ben)).toMatch(/^Nothing to show: you’re not on the list/)
})

/** Ben has an instruction that waits in #secret, where he also wants to hear how another job ends, and one in #docs. */
async function startInSecret(crowd = 0) {
  const journey = await startAtHome()
  const { slack, agent, ana, ben, command, press, advance, open } = journey
  const others = Array.from({ length: crowd }, (_, at) => slack.addPerson({ id: `U1M${at}`, name: `M${at}` }).id)
  const secret = slack.addChannel({
    id: 'C0SECRET',
    name: 'secret',
    kind: 'private',
    members: [ana, ...others, ben]
  }).id
  for (const id of ['job_plans', 'job_wait']) agent.addJob({ id, status: 'active', life: { ends: 'never' } })
  await command('job_8f2 in the open', { by: ben })
  await command('job_plans lay them off', { by: ben, channel: secret })
  await advance(4_000)
  await press('tell-me', { by: ben, channel: secret, on: slack.messages(secret)[0]?.ts ?? '' })
  await command('job_wait when idle: tell the press', { by: ben, channel: secret })
  await open(ben)
  await advance(12_000)
  return { ...journey, secret, home: () => journey.home(ben), open: () => open(ben) }
}

const SECRET = /lay them off|tell the press|job_plans|job_wait/

it('shows in a home what came from a private channel as long as they are in it', async () => {
  const { slack, ben, secret, home, open, advance } = await startInSecret(5_000)
  for (const words of ['“in the open”', '“lay them off”', '“tell the press”', '🔔 *job_plans*'])
    expect(home()).toContain(words)
  await slack.removeFrom(secret, ben)
  await advance(12_000)
  await open()
  expect(home()).toContain('“in the open”')
  expect(home()).not.toMatch(SECRET)
  await slack.invite(secret, ben)
  await advance(12_000)
  await open()
  expect(home()).toContain('“tell the press”')
})

it.each([
  { why: 'that they have left', words: /^Too late for that button/ },
  { why: 'while Slack does not say who is there', words: /^Not done: I can’t do that right now/ }
])('takes no press in a home about a private channel $why', async ({ why, words }) => {
  const { slack, agent, ben, secret, home, pressHome, direct, pass } = await startInSecret()
  await pass(12_000)
  if (why.includes('left')) await slack.removeFrom(secret, ben)
  else slack.fail('conversations.members', { error: 'internal_error', times: 'until cleared' })
  await pressHome('send-now', undefined, ben)
  expect(direct(ben)).toEqual([expect.stringMatching(words)])
  expect(home()).toContain('“in the open”')
  expect(home()).not.toMatch(SECRET)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['in the open', 'lay them off'])
})

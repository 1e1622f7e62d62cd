import { describe, expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { startJourney, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const LINK = 'https://github.com/example/shop/pull/1'
const ACTIVE = { status: 'active' }
const NOTHING = 'You have nothing under way. What you ask an agent to do will be listed here.'

/** How a home says what is left of the hour, and what comes after it. */
const budget = (left: number) =>
  `*This hour*\n${left} of 100 follow-ups are left this hour, shared by everybody.\n[Settings]`

it('shows somebody who opens their home what they asked for, how it stands and ended, and nothing of others', async () => {
  const { slack, agent, ben, job, type, openHome, home, advance, sleep, cardTs } = await startWithJob()
  await openHome()
  expect(home()).toBe(`${NOTHING}\n${budget(100)}`)
  job('job_9')
  await type('job_9 drop the tests', { by: ben })
  await type('job_8f2 add examples')
  await advance(10_000)
  const card = `Open its card (https://stand-in.slack.com/archives/C0DOCS/p${cardTs().replace('.', '')}?thread_ts=${cardTs()}&cid=C0DOCS)`
  expect(home()).toBe(`*Under way*\n⏳ *job_8f2* · working · sent {ago 14:00} · ${card}\n“add examples”\n${budget(98)}`)
  const published = () => slack.calls('views.publish').length
  const before = published()
  // Nothing is drawn again when only time passes, but what the job does now is, though no follow-up moves.
  await advance(10 * MINUTE)
  await openHome()
  expect(published()).toBe(before)
  agent.setJob('job_8f2', { status: 'waiting_for_review' })
  await advance(MINUTE)
  expect(home()).toContain('· waiting_for_review ·')
  agent.finish('job_8f2', { prLink: LINK })
  await advance(MINUTE)
  expect(home()).toContain(
    `*The last 24 hours*\n✅ *job_8f2* · ready for review · pull request #1 (${LINK}) · ended {ago`
  )
  await sleep(25 * 60 * MINUTE)
  await openHome()
  expect(home()).toContain('You have nothing under way.')
})

it('lists the jobs that somebody wants to hear of, with a way to stop', async () => {
  const { agent, ben, command, advance, openHome, home, pressHome, direct } = await startWithJob({}, ACTIVE)
  await openHome(ben)
  await command('watch job_8f2', { by: ben })
  await advance(11_000)
  expect(home(ben)).toMatch(/^\*Jobs I’ll tell you about\*\n🔔 \*job_8f2\* · asked \{ago 14:00\}\n\[🔕 Don’t tell me\]/)
  await pressHome('dont-tell-me', { value: 'project-1/job_8f2', by: ben })
  expect(home(ben)).toContain('You have nothing under way.')
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect(direct(ben)).toEqual([])
})

it('shows whoever may not use the bot only that', async () => {
  const { slack, ben, openHome, home, direct, restart } = await startJourney()
  for (const [kind, why] of [
    ['guest', 'guests can’t steer agent jobs. Ask a full member of this workspace.'],
    ['outsider', 'only members of this workspace can steer agent jobs. Ask one of them.']
  ] as const) {
    const { id } = slack.addPerson({ id: `U0${kind.toUpperCase()}`, name: 'Gus', kind })
    await openHome(id)
    const blocks = slack.homeOf(id)?.blocks ?? []
    expect([kind, asShown({ text: '', blocks }), direct(id)]).toEqual([kind, `Nothing to show: ${why}`, []])
  }
  await restart({ ALLOWED_CHANNELS: 'C0DOCS', ALLOWED_USERS: 'U0ANA' })
  await openHome(ben)
  expect(home(ben)).toContain('not on the list of people')
  await openHome()
  expect([home(), direct(ben)]).toEqual([expect.stringContaining(NOTHING), []])
  expect(slack.views(ben)).toEqual([])
})

describe('presses in a home', () => {
  it('ask first for what somebody has to decide, and take the decision there', async () => {
    const { agent, type, advance, openHome, home, pressHome, posts, card } = await startWithJob({
      hourlyLimit: 3
    })
    agent.fail('send', { kind: 'reset before read', times: 2 })
    await type('job_8f2 add examples')
    await openHome()
    expect(home()).toContain('*Needs your decision*\n⚠️ *job_8f2* · needs you: maybe delivered · sent {ago 14:00}')
    expect(home()).toContain(
      '“add examples”\nThe connection broke before the agent answered. Send it again only if it’s safe to do twice.\n[Send again] [Leave it]'
    )
    await pressHome('send-again')
    await advance(11_000)
    expect([posts(), home()]).toEqual([2, expect.stringContaining('*Needs your decision*')])
    await pressHome('leave-it')
    expect(card()).toContain('Left as it is · @Ana')
    expect(home()).toMatch(/^\*Under way\*/)
    await advance(30 * MINUTE)
    expect([card(), posts()]).toEqual([expect.stringContaining('no longer watched'), 2])
  })

  it('send what waits, and cancel what is held', async () => {
    const { type, advance, openHome, home, pressHome, sent } = await startWithJob({ hourlyLimit: 1 }, ACTIVE)
    await type('job_8f2 when idle: add examples')
    await openHome()
    expect(home()).toContain(
      '*Under way*\n⏰ *job_8f2* · waiting until the job is idle · asked {ago 14:00} · Open its card'
    )
    expect(home()).toContain('“add examples”\n[Send now] [Cancel]')
    await pressHome('send-now')
    await advance(2_000)
    expect(sent()).toEqual(['add examples'])
    await type('job_8f2 add a title')
    await advance(11_000)
    for (const words of ['· held', 'This hour’s follow-ups are used up.', '0 of 1 follow-ups are left'])
      expect(home()).toContain(words)
    await pressHome('cancel')
    expect(home()).not.toContain('add a title')
  })

  it('do nothing about somebody else’s follow-up, or for somebody who may no longer use the bot, and say so directly', async () => {
    const { slack, ana, ben, type, advance, openHome, home, pressHome, restart, direct, card } = await startWithJob({
      hourlyLimit: 1
    })
    await type('job_8f2 add examples')
    await type('job_8f2 add a title')
    await openHome()
    const held = JSON.stringify(slack.homeOf(ana)?.blocks).match(/"value":"(f_\d+)"/)?.[1] ?? ''
    await openHome(ben)
    await type('job_8f2 by Ben', { by: ben })
    await advance(12_000)
    await pressHome('cancel', { value: held, by: ben })
    await restart({ ALLOWED_USERS: 'U0ANA' })
    await pressHome('cancel', { by: ben })
    await advance(12_000)
    expect(direct(ben)).toEqual([
      expect.stringMatching(/^Too late for that button/),
      expect.stringMatching(/^Not done: you’re not on the list of people/)
    ])
    expect(card()).toMatch(/“add a title”[\s\S]*“by Ben”/)
    expect(home(ben)).toMatch(/^Nothing to show: you’re not on the list/)
  })
})

describe('what came from a private channel', () => {
  const SECRET = /lay them off|tell the press|job_plans|job_wait/

  /** Ben has a follow-up that waits in #secret, where he also wants to hear how another job ends, and one in #docs. */
  async function startInSecret(crowd = 0) {
    const journey = await startWithJob()
    const { slack, ana, ben, job, type, press, advance, openHome } = journey
    const others = Array.from({ length: crowd }, (_, at) => slack.addPerson({ id: `U1M${at}`, name: `M${at}` }).id)
    const members = [ana, ...others, ben]
    const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members }).id
    for (const id of ['job_plans', 'job_wait']) job(id, { status: 'active' })
    await type('job_8f2 in the open', { by: ben })
    await type('job_plans lay them off', { by: ben, channel: secret })
    await press('tell-me', { by: ben, channel: secret, on: slack.messages(secret)[0]?.ts ?? '' })
    await type('job_wait when idle: tell the press', { by: ben, channel: secret })
    await openHome(ben)
    await advance(12_000)
    return { ...journey, secret, bens: () => journey.home(ben) }
  }

  it('is in the home of whoever asked for it, if it came from a private channel as long as they are in it', async () => {
    const { slack, ben, secret, bens, openHome, advance } = await startInSecret(5_000)
    for (const words of ['“in the open”', '“lay them off”', '“tell the press”', '🔔 *job_plans*'])
      expect(bens()).toContain(words)
    await slack.removeFrom(secret, ben)
    await advance(12_000)
    await openHome(ben)
    expect(bens()).toContain('“in the open”')
    expect(bens()).not.toMatch(SECRET)
    await slack.invite(secret, ben)
    await advance(12_000)
    await openHome(ben)
    expect(bens()).toContain('“tell the press”')
  })

  it.each([
    { why: 'that they have left', words: /^Too late for that button/ },
    { why: 'while Slack does not say who is there', words: /^Not done: I can’t do that right now/ }
  ])('takes no press in a home about a private channel $why', async ({ why, words }) => {
    const { slack, ben, secret, bens, pressHome, direct, pass, sent } = await startInSecret()
    await pass(12_000)
    if (why.includes('left')) await slack.removeFrom(secret, ben)
    else slack.fail('conversations.members', { error: 'internal_error', times: 'until cleared' })
    await pressHome('send-now', { by: ben })
    expect(direct(ben)).toEqual([expect.stringMatching(words)])
    expect(bens()).toContain('“in the open”')
    expect(bens()).not.toMatch(SECRET)
    expect(sent()).toEqual(['in the open', 'lay them off'])
  })
})

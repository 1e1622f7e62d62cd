import { describe, expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const PULL = 'https://github.com/example/shop/pull/7'

/** Ana steers a job in #docs, one in a public channel, one in a private one and one in a direct message. */
async function startEverywhere() {
  const journey = await startWatching()
  const { slack, ana, ben, job, type, own } = journey
  const plans = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [ana] }).id
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana] }).id
  const empty = slack.addChannel({ name: 'empty', members: [ana, ben] }).id
  for (const [id, channel] of Object.entries({ job_secret: secret, job_plans: plans, job_direct: own(ana) })) {
    job(id)
    await type(`${id} plan the merger`, { channel })
  }
  return { ...journey, plans, secret, empty, direct: own(ana) }
}

const rowsOf = (list: string) => list.match(/^.* · \*job_\w+\*.*\n.*card .*$/gm) ?? []
const withoutLinks = (shown: string) => shown.replace(/\(https:\S+thread_ts[^)]+\)/g, '→')

it('lists this channel’s jobs and one’s own elsewhere, what needs a decision first, each with its card', async () => {
  const { agent, ben, job, command, type, advance, cardTs } = await startEverywhere()
  for (const id of ['job_done', 'job_lost', 'job_ben']) job(id)
  await type('job_done fix the title', { by: ben })
  agent.finish('job_done', { prLink: PULL })
  await advance(30_000)
  agent.fail('send', { status: 500 })
  await type('job_lost add tests', { by: ben })
  agent.fail('send', { status: 429, retryAfter: '600' })
  await type('job_ben shorten it', { by: ben })
  const shown = await command('list')
  expect(shown.split('\n')[0]).toBe('The jobs of this channel, and yours elsewhere:')
  const row = (state: string, id: string, words: string, by: string, where = '') =>
    expect.stringMatching(
      new RegExp(`^${state}.* · \\*${id}\\*\n“${words}” · ${by}, 2026-11-20 14:0\\d · ${where}card →$`)
    )
  expect(rowsOf(withoutLinks(shown))).toEqual([
    row('⚠️ ', 'job_lost', 'add tests', '@Ben'),
    row('⏸ held', 'job_ben', 'shorten it', '@Ben'),
    row('⏳ working', 'job_direct', 'plan the merger', 'you', 'direct message '),
    row('⏳ working', 'job_plans', 'plan the merger', 'you', '#C0PLANS '),
    row('⏳ working', 'job_8f2', 'add examples', 'you'),
    row('✅ ', 'job_done', 'fix the title', '@Ben')
  ])
  expect(shown).toContain('\n— 94 of 100 follow-ups are left this hour, shared by everybody. The agent isn’t taking')
  expect(shown).toContain(`archives/C0DOCS/p${cardTs().replace('.', '')}?thread_ts=${cardTs()}&cid=C0DOCS`)
  // What holds up the others is what the list shows, and the status shows them all.
  await type('job_ben rename it')
  expect(rowsOf(await command('list'))[1]).toMatch(/^⏸ held · \*job_ben\*\n“shorten it” · @Ben/)
  const status = await command('status job_ben')
  expect(status).toContain('⏳ not sent yet\n“rename it” · you')
  expect(status).toMatch(/⏸ held\n“shorten it” · @Ben/)
})

it('shows where a job stands, and every follow-up with who, when, its words and what became of it, newest first', async () => {
  const about = { model: 'large-1', createdAt: '2026-11-18T09:30:00+01:00' }
  const { agent, command, tell, advance } = await startWatching({}, about)
  await advance(2_000)
  agent.finish('job_8f2', { prLink: PULL })
  await advance(30_000)
  agent.fail('send', { status: 400 })
  await tell('rename   it\nand the <b> tests')
  await tell('now shorten it')
  expect(withoutLinks(await command('status job_8f2'))).toBe(
    [
      '*job_8f2*: *working* · example/shop on `main` · large-1 · created 2026-11-18 08:30',
      'As of 14:00.',
      '⏳ working',
      '“now shorten it” · @Ben, 2026-11-20 14:00 · card →',
      '❌ not delivered · 2026-11-20 14:00',
      '“rename it and the <b> tests” · @Ben, 2026-11-20 14:00 · card →',
      `✅ ready for review · 2026-11-20 14:00 · pull request #7 (${PULL})`,
      '“add examples” · you, 2026-11-20 14:00 · card →'
    ].join('\n')
  )
  expect(await command(`status <${PULL}/files>`)).toMatch(/^\*job_8f2\*: /)
})

it('shows of a job what it says itself, and of one that nobody has asked anything just that', async () => {
  const { agent, job, command, advance } = await startWatching()
  job('job_odd', { prLink: 'https://github.com/acme/docs/pull/12', omit: ['source'] })
  job('job_mute', { omit: ['status', 'source', 'prLink'] })
  expect(await command('status `job_odd`')).toBe(
    '*job_odd*: *finished*\npull request on github.com (https://github.com/acme/docs/pull/12)\nAs of 14:00.'
  )
  expect(await command('status job_mute')).toBe('*job_mute*: *no status*\nAs of 14:00.')
  agent.setJob('job_8f2', { status: 'paused' })
  await advance(10_000)
  expect(await command('status job_8f2')).toMatch(/^\*job_8f2\*: \*paused\*[\s\S]*⏳ paused\n“add examples”/)
})

describe('what is shown where', () => {
  it('is nothing of a private one in another channel, not even one’s own, nor to others what was asked elsewhere', async () => {
    const { ana, ben, channel, plans, secret, empty, direct, own, command, openForm } = await startEverywhere()
    /** The jobs in the list, in the form, and those of which the status says what they were told. */
    async function seen(by: string, where: string) {
      const at = { by, channel: where }
      const list = rowsOf(await command('list', at))
      const form = await openForm('', at)
      const offered = (await form.suggest('')).map(words => words.split(' · ')[0])
      const told: string[] = []
      for (const id of ['job_direct', 'job_plans', 'job_secret', 'job_8f2'])
        if ((await command(`status ${id}`, at)).includes('“')) told.push(id)
      return [list.map(row => /\*(job_\w+)\*/.exec(row)?.[1]), offered, told].map(ids => ids.toSorted())
    }
    const open = ['job_8f2', 'job_direct', 'job_plans']
    const rows: [by: string, where: string, jobs: string[]][] = [
      [ana, channel, open],
      [ana, plans, open],
      [ana, direct, open],
      [ana, secret, [...open, 'job_secret']],
      [ben, channel, ['job_8f2']],
      [ben, empty, []],
      [ben, own(ben), []]
    ]
    for (const [by, where, jobs] of rows)
      expect([by, where, await seen(by, where)]).toEqual([by, where, [jobs, jobs, jobs]])
  })

  it('is said in words where there is nothing, and nobody’s channel is named in a direct message', async () => {
    const { ben, own, empty, direct, command } = await startEverywhere()
    expect(await command('list', { channel: direct })).toMatch(/^Your jobs:\n/)
    expect(await command('list', { by: ben, channel: empty })).toMatch(
      /^I don’t know any jobs in this channel yet, or any of yours elsewhere\. `\/agent-followup/
    )
    expect(await command('list', { by: ben, channel: own(ben) })).toMatch(/^I don’t know any jobs of yours yet\./)
  })

  it('is for a guest who may use the bot what they asked for here, and nothing of other channels', async () => {
    const { slack, channel, job, command, type } = await startWatching({ env: { ALLOWED_USERS: 'U0ANA,U0BEN,U0GUS' } })
    const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind: 'guest' }).id
    const plans = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [gus] }).id
    await slack.invite(channel, gus)
    job('job_plans')
    await type('job_plans plan it', { by: gus, channel: plans })
    expect(await command('list', { by: gus, channel: plans })).toContain('job_plans')
    expect(await command('list', { by: gus })).not.toContain('job_plans')
  })
})

it.each([
  ['right after', 60_000],
  ['a day after', 25 * 3_600_000]
])('says where a job stands by its latest follow-up, not by another’s or what was cancelled %s', async (_, afterMs) => {
  const { agent, ana, ben, command, reply, press, find, advance } = await startWatching()
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  await reply('translate it', { by: ben })
  await advance(5_000)
  agent.failJob('job_8f2')
  await advance(afterMs)
  await reply('at 18:00: translate it again', { by: ben })
  await advance(5_000)
  await press('cancel', { on: find('Not sent yet'), by: ben })
  await advance(5_000)
  expect(await command('status job_8f2')).toContain('🚫 cancelled')
  for (const by of [ana, ben]) expect(await command('list', { by })).toContain('❌ failed · *job_8f2*')
})

import { describe, expect, it } from 'vitest'
import { createChannels, createLookups, createMembers, createPeople } from '../../src/slack/lookups.ts'
import { SlackRefusal, SlackUnclear } from '../../src/slack/slack-failure.ts'

const MINUTE = 60_000

function peopleOf(answers: object[]) {
  const clock = { now: 0 }
  const asked: string[] = []
  const slack = {
    async userInfo(user: string) {
      asked.push(user)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer instanceof Error) throw answer
      return { ok: true, user: { id: user, team_id: 'T1', ...answer } }
    }
  }
  return { clock, asked, people: createPeople(slack, 'T1', () => clock.now) }
}

const GRID = (team_id: string, teams: string[]) => ({ team_id, enterprise_user: { enterprise_id: 'E1', teams } })

it.each([
  ['a full member', {}, 'member'],
  ['somebody with a restricted account', { is_restricted: true }, 'guest'],
  ['a guest of one channel', { is_ultra_restricted: true }, 'guest'],
  ['somebody of another workspace', { team_id: 'T2' }, 'outsider'],
  ['a guest of another workspace', { team_id: 'T2', is_restricted: true }, 'outsider'],
  ['a member who also belongs to another workspace of the organisation', GRID('T2', ['T2', 'T1']), 'member'],
  ['a member whose account is the whole organisation’s', GRID('E1', ['T1']), 'member'],
  ['a guest of the organisation', { ...GRID('T2', ['T1']), is_restricted: true }, 'guest'],
  ['somebody of another workspace of the organisation', GRID('T2', ['T2', 'T3']), 'outsider'],
  ['a bot of another workspace', { team_id: 'T2', is_bot: true }, 'outsider'],
  ['somebody this workspace does not know', { is_stranger: true }, 'outsider'],
  ['a bot', { is_bot: true }, 'bot'],
  ['Slackbot, which says it is no bot', { id: 'USLACKBOT' }, 'bot'],
  ['somebody who left', { deleted: true }, 'unknown'],
  ['nobody', new SlackRefusal('user_not_found'), 'unknown']
])('what kind of account somebody has: %s, %j, is %s', async (_, answer, kind) => {
  const { people } = peopleOf([answer])
  expect(await people.kindOf('U1')).toBe(kind)
})

describe('the cache of accounts', () => {
  it('asks Slack once in ninety seconds', async () => {
    const { clock, asked, people } = peopleOf([{}, { deleted: true }])
    expect(await people.kindOf('U1')).toBe('member')
    clock.now = 1.5 * MINUTE - 1
    expect(await people.kindOf('U1')).toBe('member')
    expect(asked).toEqual(['U1'])
    clock.now = 1.5 * MINUTE
    expect(await people.kindOf('U1')).toBe('unknown')
  })

  it('shares one question, and its failure, among simultaneous callers', async () => {
    const { asked, people } = peopleOf([new SlackUnclear('http 500'), {}])
    const askTwice = () => Promise.allSettled([people.kindOf('U1'), people.kindOf('U1')])
    expect((await askTwice()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await askTwice()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(asked).toEqual(['U1', 'U1'])
  })

  it('does not cache a failure or take it for an answer', async () => {
    const { people } = peopleOf([new SlackUnclear('http 500'), new SlackRefusal('missing_scope'), { is_bot: 'no' }, {}])
    await expect(people.kindOf('U1')).rejects.toBeInstanceOf(SlackUnclear)
    await expect(people.kindOf('U1')).rejects.toEqual(new SlackRefusal('missing_scope'))
    await expect(people.kindOf('U1')).rejects.toThrow('is_bot')
    expect(await people.kindOf('U1')).toBe('member')
  })
})

it.each([
  ['by its name', { tz: 'America/New_York' }, 'America/New_York'],
  ['unknown, if Slack does not say', {}, undefined],
  ['unknown, if Slack says nothing at all', { tz: null }, undefined],
  ['unknown, if there is no such zone', { tz: 'Mars/Olympus' }, undefined]
])('knows somebody’s time zone: %s', async (_, answer, zone) => {
  const { people, asked } = peopleOf([answer])
  await people.kindOf('U1')
  expect(await people.timeZoneOf('U1')).toBe(zone)
  expect(asked).toEqual(['U1'])
})

/** People and channels by id; whatever is asked for besides is not known to Slack. */
function startNames() {
  const clock = { nowMs: 0 }
  const asked: string[] = []
  const known: Record<string, object> = {
    U1: { user: { id: 'U1', name: 'ana', profile: { display_name: 'Ana' } } },
    U2: { user: { id: 'U2', name: 'ben', profile: { display_name: '\u3164' } } },
    C1: { channel: { name: 'docs', is_private: false } },
    C2: { channel: { name: 'layoffs', is_private: true } },
    C3: { channel: { name: 'odd' } }
  }
  const answer = async (id: string) => {
    asked.push(id)
    if (known[id] === undefined) throw new SlackRefusal('user_not_found')
    return known[id]
  }
  const slack = { userInfo: answer, channelInfo: answer, channelMembers: answer }
  const { nameMentions, people } = createLookups(slack, 'T1', () => clock.nowMs)
  const pass = (ms: number) => {
    clock.nowMs += ms
  }
  return { nameMentions, people, asked, pass }
}

const crowd = (from: number, count: number) => Array.from({ length: count }, (_, at) => `<@X${from + at}>`).join(' ')

it('names people and public channels, and a private one only in what was said there', async () => {
  const { nameMentions } = startNames()
  const text = '<@U1> <@U2> <#C1|> <#C2> <#C3>'
  expect(await nameMentions(text, 'C1')).toBe('<@U1|Ana> <@U2> <#C1|docs> <#C2> <#C3>')
  expect(await nameMentions(text, 'C2')).toBe('<@U1|Ana> <@U2> <#C1|docs> <#C2|layoffs> <#C3>')
})

it('asks once for a name, also while it is being asked for, and nobody whose account is known', async () => {
  const { nameMentions, people, asked } = startNames()
  await people.kindOf('U1')
  await Promise.all(['<@U1> <@X1>', '<@X1> <@U1>'].map(text => nameMentions(text, 'C1')))
  await nameMentions('<@U1> <@X1>', 'C1')
  expect(asked).toEqual(['U1', 'X1'])
})

it('asks for twenty names at once, and for forty a minute', async () => {
  const { nameMentions, asked, pass } = startNames()
  await Promise.all([nameMentions(crowd(0, 15), 'C1'), nameMentions(crowd(15, 15), 'C1')])
  expect(asked).toHaveLength(20)
  expect(await nameMentions('<@U1>', 'C1')).toBe('<@U1>')
  pass(15_000)
  await nameMentions(crowd(100, 30), 'C1')
  expect(asked).toHaveLength(30)
  pass(1_500)
  expect(await nameMentions('<@U1>', 'C1')).toBe('<@U1|Ana>')
})

function membersOf(pages: (string[] | Error)[]) {
  const clock = { now: 0 }
  const asked: (string | undefined)[] = []
  const slack = {
    async channelMembers(_: string, cursor: string | undefined) {
      asked.push(cursor)
      const at = Number(cursor ?? 0)
      const members = pages[at]
      if (members instanceof Error) throw members
      return { members, response_metadata: { next_cursor: at + 1 < pages.length ? String(at + 1) : '' } }
    }
  }
  return { clock, asked, members: createMembers(slack, () => clock.now) }
}

it('finds somebody on a later page of a large channel, and looks no further', async () => {
  const { members, asked } = membersOf([['U1'], ['U2'], ['U3']])
  expect([await members.membershipOf('U2', 'C1'), asked]).toEqual(['in', [undefined, '1']])
  expect(await members.membershipOf('U9', 'C1')).toBe('not in')
})

it('asks once in ten seconds, however fast somebody types', async () => {
  const pages: (string[] | Error)[] = [['U1']]
  const { members, asked, clock } = membersOf(pages)
  expect(await Promise.all([1, 2, 3].map(() => members.membershipOf('U1', 'C1')))).toEqual(['in', 'in', 'in'])
  pages[0] = new SlackUnclear('not in time')
  clock.now = 9_999
  expect([await members.membershipOf('U1', 'C1'), asked.length]).toEqual(['in', 1])
  clock.now = 10_000
  expect([await members.membershipOf('U1', 'C1'), asked.length]).toEqual(['not told', 2])
})

it('asks Slack once about a channel, however many ask at the same time', async () => {
  const asked: string[] = []
  const channelInfo = async (channelId: string) => {
    asked.push(channelId)
    return { channel: { is_private: false } }
  }
  const { kindOf } = createChannels({ channelInfo }, () => 0)
  expect(await Promise.all(['C1', 'C1', 'C2', 'C1'].map(kindOf))).toEqual(Array(4).fill('public'))
  expect(asked).toEqual(['C1', 'C2'])
})

it('asks once in ten seconds whether the bot is in a channel, but again at once after a no', async () => {
  const clock = { now: 0 }
  const answers = [false, true, true]
  let asked = 0
  const channelInfo = async () => ({ channel: { is_member: answers[asked++] ?? false } })
  const { hasBot } = createChannels({ channelInfo }, () => clock.now)
  expect([await hasBot('C1'), await hasBot('C1')]).toEqual([false, true])
  clock.now = 9_999
  expect([await Promise.all(['C1', 'C1', 'D1'].map(hasBot)), asked]).toEqual([[true, true, true], 2])
  clock.now = 10_000
  expect([await hasBot('C1'), asked]).toEqual([true, 3])
})

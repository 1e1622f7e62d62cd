import { expect, it } from 'vitest'
import { createMembers } from '../../src/slack/people.ts'
import { SlackUnclear } from '../../src/slack/slack-failure.ts'
import { startSlack } from './start-slack.ts'

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

it('is what the stand-in Slack says', async () => {
  const { stand, ana, slack } = await startSlack()
  const { id } = stand.addChannel({ name: 'secret', kind: 'private', members: [ana] })
  const members = createMembers(slack, Date.now)
  expect([await members.membershipOf(ana, id), await members.membershipOf('U0NOBODY', id)]).toEqual(['in', 'not in'])
})

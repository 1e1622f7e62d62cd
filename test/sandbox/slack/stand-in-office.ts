import { onTestFinished } from 'vitest'
import { createStandInSlack, type StandInSlackOptions } from '../../../sandbox/slack/stand-in-slack.ts'

/** A workspace with a clock that only the test moves. */
export async function openOffice(options: StandInSlackOptions = {}) {
  let nowMs = Date.UTC(2026, 0, 5, 9)
  const slack = await createStandInSlack({ clock: { now: () => nowMs }, ...options })
  onTestFinished(() => slack.stop())
  const ana = slack.addPerson({ name: 'Ana' }).id
  const ben = slack.addPerson({ name: 'Ben' }).id
  const channel = (name: string, kind: 'public' | 'private', more = {}) =>
    slack.addChannel({ name, kind, members: [ana], ...more }).id
  return {
    slack,
    ana,
    ben,
    docs: channel('docs', 'public'),
    secret: channel('secret', 'private'),
    elsewhere: channel('elsewhere', 'public', { botIsMember: false }),
    hidden: channel('hidden', 'private', { botIsMember: false }),
    attic: channel('attic', 'public', { archived: true }),
    advance: (ms: number) => {
      nowMs += ms
    }
  }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

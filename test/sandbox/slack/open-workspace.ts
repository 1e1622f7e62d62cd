import { onTestFinished } from 'vitest'
import { createStandInSlack, type StandInSlackOptions } from '../../../sandbox/slack/stand-in-slack.ts'
import { createStillClock } from '../../support/still-clock.ts'

/** A workspace with a clock that only the test moves. */
export async function openWorkspace(options: StandInSlackOptions = {}) {
  const clock = createStillClock()
  const slack = await createStandInSlack({ clock, ...options })
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
    advance: clock.advance
  }
}

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>

import { expect, it } from 'vitest'
import type { PersonKind } from '../../sandbox/slack/slack-types.ts'
import { type Journey, startWatching } from '../support/journey.ts'
import { type Scene, WAYS_IN, type WayIn } from './ways-in.ts'

type Who = {
  /** The kind of account that Gus has by now, and the settings by now. */
  kind?: PersonKind
  env?: Record<string, string>
  /** What he reads, whichever way he tries. None: nothing at all. */
  why?: string
  /** Ways that Slack does not offer him. */
  without?: WayIn['by'][]
}

/** In another channel, a job has failed. */
async function openFailed({ slack, agent, ana, command, advance }: Journey, gus: string) {
  const channel = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, gus] }).id
  agent.addJob({ id: 'job_c90', life: { worksMs: 1_000, ends: 'failed' } })
  await command('job_c90 plan it', { channel })
  await advance(60_000)
  const result = slack.messages(channel).find(({ text }) => text.includes('failed. Reply in'))
  return { channel, on: result?.ts ?? '' }
}

/** Ana's job is watched, and Gus has private questions with every kind of button. */
export async function openScene(): Promise<Scene> {
  const journey = await startWatching()
  const { slack, channel, ben, database, command, reply, runDue } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus' }).id
  await slack.invite(channel, gus)
  const failed = await openFailed(journey, gus)
  const sent = journey.later().length
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, in_line_at_ms, written_at_ms, progress, standing)
     select 'f_old' || n, project_id, job_id, team_id, channel_id, thread_ts, $1, 'old', in_line_at_ms - n, written_at_ms - n, '{"state": "dropped", "reason": "cancelled", "atMs": 0}', 'cancelled'
     from followup.followup, generate_series(1, 12) as n where id = 'f_1'`,
    [ben]
  )
  await command('shorten it all', { by: gus })
  await command('job_8f2 use ghp_16C7e42F292c6912E7710c838347Ae178B4a', { by: gus })
  await command('status job_8f2', { by: gus })
  await command('status', { by: gus })
  await reply('thanks!', { by: gus })
  await reply('job_c90 drop it', { by: gus })
  await runDue()
  await journey.openForm('job_8f2', { by: gus })
  return { ...journey, gus, failed, later: () => journey.later().slice(sent) }
}

/** All that others can see of the bot. */
function seenByOthers({ slack, gus, own }: Scene) {
  const places = slack.channels().filter(({ id }) => id !== own(gus))
  const messages = places.flatMap(({ id }) => slack.messages(id).map(({ ts }) => ({ id, ts })))
  const shown = messages.map(({ id, ts }) => slack.message(id, ts))
  return {
    messages: shown.filter(message => message?.user === slack.botUserId).map(message => message?.text),
    reactions: messages.flatMap(({ id, ts }) => slack.reactions(id, ts))
  }
}

function refusal({ words, by }: WayIn, why: string | undefined): string | undefined {
  if (!why || words === undefined) return why && `Not done: ${why}`
  // In a form, the words are still there.
  return `Not sent: ${why}${by === 'form' ? '' : `\n>${words}`}`
}

/** One test for each of them. */
export function testRefusals(who: Record<string, Who>): void {
  it.each(Object.entries(who))(
    '%s is refused, privately and whichever way',
    async (_, { kind, env, why, without = [] }) => {
      const scene = await openScene()
      const { slack, gus, restart, advance } = scene
      if (kind) slack.addPerson({ id: gus, name: 'Gus', kind })
      await restart(env)
      await advance(5_000)
      const before = seenByOthers(scene)
      expect([await scene.form(gus).suggest(''), await scene.form(gus).suggest('job_new')]).toEqual([[], []])
      const ways = WAYS_IN.filter(({ by }) => !without.includes(by))
      const read: [string, string | undefined][] = []
      for (const way of ways) read.push([way.name, await way.go(scene)])
      expect(read).toEqual(ways.map(way => [way.name, refusal(way, why)]))
      await advance(60_000)
      expect(seenByOthers(scene)).toEqual(before)
      expect(scene.later()).toEqual([])
    }
  )
}

import { expect, it } from 'vitest'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const NEWER = 'as only a newer version knows'
const words = (name: string) => `Somebody chose something for '${name}' that this version does not know`

/** Beside this bot runs one of a newer version, with which people choose. */
async function startBesideNewer(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { slack, database, log, channel, ben, cardTs } = journey
  const places = { channel, thread: `${channel}/${cardTs()}`, person: ben }
  return {
    ...journey,
    choose: (whose: keyof typeof places, name: string, value: string) =>
      database.query(
        `insert into followup.setting as known (team_id, scope, name, value, chosen_by, chosen_at_ms)
         values ($1, $2, $3, $4, 'U0EVE', 0) on conflict (team_id, scope, name) do update set value = $4`,
        [slack.teamId, places[whose], name, value]
      ),
    complaints: () => log.flatMap(line => ('error' in line ? String(line.error) : []))
  }
}

it.each([
  ['replies', 'channel', 'always'],
  ['undo', 'person', '5']
] as const)('sends no reply while it does not know what was chosen for “%s”, for a %s', async (name, whose, known) => {
  const { choose, complaints, reply, advance, later } = await startBesideNewer()
  await choose(whose, name, NEWER)
  await reply('shorten it')
  await advance(20_000)
  expect(later()).toEqual([])
  expect(complaints().join()).toContain(words(name))
  await choose(whose, name, known)
  await advance(70_000)
  expect(later()).toEqual(['shorten it'])
})

it('shows no result while it does not know whether the channel wants to see it', async () => {
  const { agent, slack, channel, choose, complaints, command, advance } = await startBesideNewer()
  agent.addJob({ id: 'job_c90', life: { worksMs: 10_000, ends: 'completed' } })
  await choose('channel', 'results', NEWER)
  await command('job_c90 shorten it')
  await advance(120_000)
  const results = () => slack.messages(channel).filter(({ text }) => text.includes('*job_c90* finished'))
  expect(results()).toEqual([])
  expect(complaints().join()).toContain(words('results'))
  await choose('channel', 'results', 'all')
  await advance(70_000)
  expect(results()).toHaveLength(1)
})

it('says that it cannot do what depends on a choice that it does not know', async () => {
  const { choose, command, posts } = await startBesideNewer({ errors: ['A follow-up could not be stored'] })
  await choose('channel', 'job of project-1', 'not a job')
  expect(await command('fix the tests')).toMatch(/^Not sent: I can’t take follow-ups right now\./)
  expect(await command('settings')).toBe('Not done: I can’t do that right now. Try again in a minute.')
  expect(posts()).toBe(1)
})

it.each([
  ['person', 'undo', NEWER],
  ['person', 'tone', 'formal'],
  ['channel', 'job of another project', 'not a job']
] as const)('does not start where somebody chose what it does not know: for a %s, “%s”', async (whose, name, value) => {
  const { database, choose, restart } = await startBesideNewer()
  await choose(whose, name, value)
  await expect(restart()).rejects.toThrow(
    `Somebody chose something for '${name}' that this version of Agent Follow-up does not know. Start the newer version with which they did.`
  )
  await database.query('delete from followup.setting')
  await restart()
})

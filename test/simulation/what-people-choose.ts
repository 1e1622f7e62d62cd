import { z } from 'zod'
import { openForm, sendForm } from '../support/use-form.ts'
import { NAMES, type Named, type Notes } from './day-notes.ts'
import type { Chance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'

const named = z.array(z.tuple([z.enum(NAMES), z.string().optional()]))
const AS_OPERATOR = 'operator'
const REPLIES = ['always', 'always', 'mention', 'smart', AS_OPERATOR]
const RESULTS = ['news', 'all', 'none', AS_OPERATOR]
const UNDO = ['60', '60', '20', '5', AS_OPERATOR]
const OWN_UNDO = [...UNDO, '0']
const MENUS = { channel: 'default-job', person: 'own-job' }

/** The settings, in the form. */
export function createChoosing(team: SimulatedTeam, chance: Chance, notes: Notes, jobs: string[]) {
  const { slack, channels, people, now } = team
  const [admin = ''] = people

  /** Everybody's own, in their direct messages with the bot. */
  async function chooseOwn(): Promise<void> {
    const user = chance.pick(people)
    if (!(await open(user, slack.directChannel(user).id))) return
    const job = await offeredJob(user, 'person')
    const undo = chance.pick(OWN_UNDO)
    const values = { ...job, 'own-undo': undo }
    if (!(await sendForm(slack, user, values))) return
    note(user, user, { undo, ...(job && { job: job[MENUS.person] }) })
  }

  /** For everybody in a channel: who speaks to the agent and how soon, which results it shows, and what is said with one press. */
  async function chooseForChannel(): Promise<void> {
    const channel = chance.pick(channels)
    if (!(await open(admin, channel))) return
    // Slack does not always say who may.
    const mayChange = JSON.stringify(slack.views(admin).at(-1)?.blocks).includes('"replies"')
    if (!mayChange) return void (await slack.closeView({ user: admin }))
    const job = chance.happens(0.5) ? await offeredJob(admin, 'channel') : undefined
    const [replies, results] = [chance.pick(REPLIES), chance.pick(RESULTS)]
    const undo = chance.pick(UNDO)
    if (!(await sendForm(slack, admin, { replies, results, undo, ...job }))) return
    note(channel, admin, { replies, results, undo, ...(job && { job: job[MENUS.channel] }) })
  }

  const open = (user: string, channel: string) => openForm({ slack, user, channel, jobId: 'settings' })

  async function offeredJob(user: string, whose: 'channel' | 'person'): Promise<Record<string, string> | undefined> {
    const job = chance.pick(jobs)
    const offered = await slack.suggest({ user, actionId: MENUS[whose], query: job })
    return offered.some(({ value }) => value === job) ? { [MENUS[whose]]: job } : undefined
  }

  function note(place: string, by: string, chosen: Partial<Record<Named, string | undefined>>): void {
    for (const [name, text] of named.parse(Object.entries(chosen))) {
      const value = text === AS_OPERATOR || text === '' ? undefined : text
      notes.choices.push({ place, name, value, by, atMs: now() })
    }
  }

  /** One of the channels gives a minute to undo from the beginning. */
  async function chooseAtFirst(): Promise<void> {
    const [channel = ''] = channels
    const chosen = { undo: '60' }
    await team.database.query(
      `insert into followup.setting (team_id, scope, place, name, value, chosen_by, chosen_at_ms)
       select $1, 'channel', $2, key, value, $4, $5 from jsonb_each_text($3)`,
      [slack.teamId, channel, JSON.stringify(chosen), admin, now()]
    )
    note(channel, admin, chosen)
  }

  return { chooseOwn, chooseForChannel, chooseAtFirst }
}

import { z } from 'zod'
import { openForm, sendForm } from '../support/use-form.ts'
import { NAMES, type Named, type Notes } from './day-notes.ts'
import type { Chance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'

const named = z.array(z.tuple([z.enum(NAMES), z.string().optional()]))
const NONE = '-'
const REPLIES = ['always', 'always', 'mention']
const RESULTS = ['news', 'all', 'none']
const UNDO = ['60', '60', '20', '5', NONE]
const MENU = 'default-job'

/** The settings, in the form. */
export function createChoosing(team: SimulatedTeam, chance: Chance, notes: Notes, jobs: string[]) {
  const { slack, channels, people, now } = team
  const [admin = ''] = people

  /** Everybody's own, in their direct messages with the bot. */
  async function chooseOwn(): Promise<void> {
    const user = chance.pick(people)
    if (!(await open(user, slack.directChannel(user).id))) return
    const undo = chance.pick(UNDO)
    if (await sendForm(slack, user, { undo })) note(user, user, { undo })
  }

  /** For everybody in a channel: who speaks to the agent, which results it shows, and its default job. */
  async function chooseForChannel(): Promise<void> {
    const channel = chance.pick(channels)
    if (!(await open(admin, channel))) return
    // Slack does not always say who may.
    const mayChange = JSON.stringify(slack.views(admin).at(-1)?.blocks).includes('"replies"')
    if (!mayChange) return void (await slack.closeView({ user: admin }))
    const job = chance.happens(0.5) ? await offeredJob() : undefined
    const [replies, results] = [chance.pick(REPLIES), chance.pick(RESULTS)]
    if (!(await sendForm(slack, admin, { replies, results, ...(job && { [MENU]: job }) }))) return
    note(channel, admin, { replies, results, ...(job && { job }) })
  }

  const open = (user: string, channel: string) => openForm({ slack, user, channel, jobId: 'settings' })

  async function offeredJob(): Promise<string | undefined> {
    const job = chance.pick(jobs)
    const offered = await slack.suggest({ user: admin, actionId: MENU, query: job })
    return offered.some(({ value }) => value === job) ? job : undefined
  }

  function note(place: string, by: string, chosen: Partial<Record<Named, string | undefined>>): void {
    for (const [name, text] of named.parse(Object.entries(chosen))) {
      const value = text === NONE || text === '' ? undefined : text
      notes.choices.push({ place, name, value, by, atMs: now() })
    }
  }

  /** One of them has a minute to undo from the beginning. */
  async function chooseAtFirst(): Promise<void> {
    const user = people.at(-1) ?? admin
    await team.database.query(
      `insert into followup.setting (team_id, scope, name, value, chosen_at_ms) values ($1, $2, 'undo', '60', $3)`,
      [slack.teamId, user, now()]
    )
    note(user, user, { undo: '60' })
  }

  return { chooseOwn, chooseForChannel, chooseAtFirst }
}

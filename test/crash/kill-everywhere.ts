import pMap from 'p-map'
import { expect } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { drawSome, tellingKills } from './choose-crossings.ts'
import { openScene, type Scene, type SceneOptions } from './scene.ts'

const AT_ONCE = 3

export const WALKS_LONG = { timeout: 20 * 60_000 }

/** What is seen in the end, and the crossings at which a kill is worth trying. */
type Told<Seen> = { seen: Seen; telling: string[] }

type Walks<S> = {
  open: (options: SceneOptions) => Promise<S>
  moreThan?: number
  /** How many bots the story itself ends. */
  ended?: number
}

/** Plays a story undisturbed, and once for each crossing at which its bot is killed. */
export async function killEverywhere<Seen, S extends Scene>(
  story: (scene: S) => Promise<Told<Seen>>,
  { open, moreThan = 10, ended = 0 }: Walks<S>
) {
  async function play(options: SceneOptions) {
    const scene = await open(options)
    try {
      return { ...(await story(scene)), killed: scene.bots.filter(bot => bot.isDead()).length - ended }
    } finally {
      await scene.end()
    }
  }
  const { seen, telling, killed } = await play({})
  expect(killed).toBe(0)
  const all = tellingKills(telling)
  expect(all.length).toBeGreaterThan(moreThan)
  const kills = drawSome(all)
  expect(kills).not.toEqual([])
  // On a busy machine, what comes together shares its calls, and the last of a kind may not be made: then it is played once more.
  async function walk(where: string) {
    const once = await play({ killAt: where })
    return { where, ...(once.killed === 0 ? await play({ killAt: where }) : once) }
  }
  const walks = await pMap(kills, walk, { concurrency: AT_ONCE })
  expect(walks.filter(walk => walk.killed !== 1).map(({ where }) => where)).toEqual([])
  return { undisturbed: seen, walks: walks.map(({ where, seen }) => ({ where, seen })) }
}

/** The same is seen wherever it is killed. */
export async function expectEverywhere<Seen, S extends Scene>(
  story: (scene: S) => Promise<Told<Seen>>,
  walks: Walks<S>,
  end: Seen
): Promise<void> {
  const { undisturbed, walks: all } = await killEverywhere(story, walks)
  expect(undisturbed).toEqual(end)
  expect(all).toEqual(all.map(({ where }) => ({ where, seen: end })))
}

export const inScene = { open: openScene }

/** Tasks, posts and what else is still to come. */
export async function countLeft(database: Database, others = ''): Promise<number> {
  const [row] = await database.query(
    `select count(*)::int as left from (select id from followup.task union all
       select id from followup.view where state <> 'posted' ${others}) as left_over`
  )
  return Number(row?.left)
}

export async function statesOf(database: Database): Promise<string> {
  const [row] = await database.query(
    `select string_agg(coalesce(progress ->> 'how', state), ',' order by in_line_at_ms) as states from followup.followup`
  )
  return String(row?.states)
}

import pMap from 'p-map'
import { expect, it } from 'vitest'
import { someTellingKills } from './choose-crossings.ts'
import { openScene, type SceneOptions } from './scene.ts'

const JOB = 'job_8f2'
const AS_ONE = '1. one\n2. two\n3. three'
const LINK = 'https://github.com/acme/docs/pull/12'
const AT_ONCE = 3
const MINUTES = 60_000

/** Three replies of Ben’s go out as one. What comes of them, and the crossings from there until people read the result. */
async function joinAndGo(options: SceneOptions) {
  const scene = await openScene(options)
  try {
    const { slack, agent, ana, ben, channel, bots, database, crossings, delivered, goOnUntil } = scene
    agent.addJob({ id: JOB, life: { ends: 'never' } })
    await database.query(
      `insert into followup.setting (team_id, scope, place, name, value, chosen_by, chosen_at_ms)
       values ($1, 'person', $2, 'undo', '60', $2, 0), ($1, 'person', $2, 'together', 'together', $2, 0)`,
      [slack.teamId, ben]
    )
    await slack.command({ user: ana, channel, text: `${JOB} add examples` })
    await delivered()
    await goOnUntil(() => agent.sends().length > 0)
    agent.finish(JOB, { prLink: null })
    await goOnUntil(() => slack.messages(channel).some(({ text }) => text.includes('finished')))
    const [card] = slack.messages(channel).filter(({ user }) => user === slack.botUserId)
    const marks: (() => string[])[] = []
    for (const text of ['one', 'two', 'three']) {
      const { ts } = await slack.say({ user: ben, channel, text, threadTs: card?.ts ?? '' })
      await delivered()
      marks.push(() => slack.reactions(channel, ts).map(({ name }) => name))
      await goOnUntil(() => marks.at(-1)?.().includes('timer_clock') ?? false)
    }
    const before = crossings.length
    await goOnUntil(() => agent.sends().length > 1)
    if (agent.sends().length > 1) agent.finish(JOB, { prLink: LINK })
    const isTold = () =>
      slack.messages(channel).some(({ text }) => /<@U0BEN>.*finished|maybe delivered: |unclear whether/.test(text))
    await goOnUntil(isTold)
    const until = crossings.length
    await goOnUntil(() => false)
    const [row = {}] = await database.query(
      `select (select count(*)::int from followup.task) + (select count(*)::int from followup.post where state <> 'posted') as left,
         (select string_agg(state, ' ' order by length(id), id) from followup.followup) as states`
    )
    const asked = agent.requests({ asked: 'send' }).length
    return {
      where: options.killAt ?? 'nowhere',
      wasKilled: bots.some(bot => bot.isDead()),
      crossings: crossings.slice(before, until),
      outcome: {
        asked,
        said: agent.sends().map(({ prompt }) => prompt),
        isTold: isTold(),
        left: Number(row.left),
        states: String(row.states),
        marks: [...new Set(marks.map(read => read().join(' ')))]
      }
    }
  } finally {
    await scene.end()
  }
}

it('several replies go out as one, once, wherever the process is killed, or people are told that nobody knows', {
  timeout: 30 * MINUTES
}, async () => {
  const undisturbed = await joinAndGo({})
  expect(undisturbed.outcome).toEqual({
    asked: 2,
    said: ['add examples', AS_ONE],
    isTold: true,
    left: 0,
    states: 'finished joined joined joined finished',
    marks: ['white_check_mark']
  })
  const kills = someTellingKills(undisturbed.crossings)
  expect(kills.length).toBeGreaterThan(10)
  const walks = await pMap(kills, killAt => joinAndGo({ killAt }), { concurrency: AT_ONCE })
  for (const { where, wasKilled, outcome } of walks) {
    const { asked, said, isTold, left, states, marks } = outcome
    expect([where, wasKilled]).toEqual([where, true])
    expect([where, asked <= 2, isTold, left]).toEqual([where, true, true, 0])
    expect([where, said.slice(1)]).toEqual([where, asked > 1 && said.length > 1 ? [AS_ONE] : []])
    expect([where, states]).toEqual([
      where,
      expect.stringMatching(/^finished joined joined joined (finished|unwatched)$/)
    ])
    expect([where, marks]).toEqual([where, [expect.any(String)]])
  }
})

import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const GRID = 'E0GRID'

async function startOnGrid() {
  const journey = await startWatching({ enterpriseId: GRID })
  const gus = journey.slack.addPerson({ id: 'U0GUS', name: 'Gus', homeTeamId: 'T0SALES' }).id
  await journey.slack.invite(journey.channel, gus)
  return { ...journey, gus }
}

const ofTeam = (team: string, enterprise: string | null = GRID) => ({
  team_id: team,
  context_team_id: team,
  authorizations: [
    { enterprise_id: enterprise, team_id: team, user_id: 'U0OTHERBOT', is_bot: true, is_enterprise_install: false }
  ]
})

const TEAMS: [what: string, teams: object, taken: number][] = [
  ['another workspace of the organisation', ofTeam('T0SALES'), 0],
  ['another company', ofTeam('T0OUTSIDE1', null), 0],
  ['another organisation', ofTeam('E0OTHER'), 0],
  ['our workspace', ofTeam('T0STANDIN1'), 1],
  ['our workspace, in a channel of another', { ...ofTeam('T0STANDIN1'), team_id: 'T0SALES' }, 1],
  ['our organisation', { team_id: GRID, context_team_id: null }, 1],
  ['nobody in particular', {}, 1]
]

it('takes up only what is for us', async () => {
  const { slack, reply, advance, later, database } = await startOnGrid()
  slack.hold(({ id }) => id.startsWith('Ev'))
  for (const [what, teams, taken] of TEAMS) {
    const before = later().length
    await reply(`shorten it, says ${what}`)
    const { team_id, context_team_id, authorizations, ...said } = slack.deliveries().at(-1)?.payload ?? {}
    const payload = { ...said, ...teams }
    expect([what, await slack.deliver('events_api', payload)]).toMatchObject([what, { kind: 'acknowledged' }])
    const open = await database.query('select from followup.inbox where is_open')
    await advance(3_000)
    expect([what, open.length, later().length - before]).toEqual([what, taken, taken])
  }
})

const BUTTON = { type: 'button', action_id: 'tell-me', block_id: 'b1', value: 'job_8f2' }

it('judges a press by where it was pressed, not by the workspace the person comes from', async () => {
  const { slack, channel, gus, cardTs, told } = await startOnGrid()
  const press = (team: object | null, at: number) =>
    slack.deliver('interactive', {
      type: 'block_actions',
      user: { id: gus, username: 'gus', name: 'gus', team_id: 'T0SALES' },
      api_app_id: 'A0FOLLOWUP',
      trigger_id: `1700000000.${at}`,
      team,
      enterprise: { id: GRID, name: 'Grid' },
      is_enterprise_install: false,
      container: { type: 'message', message_ts: cardTs(), channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'docs' },
      actions: [{ ...BUTTON, action_ts: `170000000${at}.0001` }]
    })
  await press({ id: 'T0STANDIN1', domain: 'stand-in', enterprise_id: GRID, enterprise_name: 'Grid' }, 1)
  await slack.waitFor(() => told(gus)[0], 'an answer')
  await press(null, 2)
  await slack.waitFor(() => told(gus)[1], 'another answer')
  expect(told(gus)).toEqual([expect.stringContaining('job_8f2'), expect.stringContaining('job_8f2')])
})

import { expect, it } from 'vitest'
import { startAtHome } from '../support/at-home.ts'

/** As if Ana's first instruction had been followed by so many that were refused. */
async function refuseMore({ database }: Awaited<ReturnType<typeof startAtHome>>, count: number): Promise<void> {
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, in_line_at_ms, written_at_ms, progress)
     select 'f_x' || n, project_id, 'job_other', team_id, channel_id, thread_ts, requester_id, prompt, 0, in_line_at_ms + n, written_at_ms + n,
       jsonb_build_object('state', 'rejected', 'reason', 'bug', 'atMs', written_at_ms + n)
     from followup.followup, generate_series(1, $1) as n where id = 'f_1'`,
    [count]
  )
}

async function startInDoubt() {
  const journey = await startAtHome()
  journey.agent.fail('send', { status: 500 })
  await journey.command('job_8f2 add examples')
  await journey.advance(2_000)
  return journey
}

it('shows what needs a decision, however much was asked for since', async () => {
  const journey = await startInDoubt()
  const { home, open, pressHome } = journey
  await refuseMore(journey, 150)
  await open()
  expect(home()).toMatch(/^\*Needs your decision\*\n⚠️ \*job_8f2\* · maybe delivered · [^\n]*\n“add examples”/)
  for (let page = 1; page < 4; page += 1) await pressHome('home-more')
  expect(home()).toContain('— Older ones are not shown here.')
})

it('says that older ones are left out only if they are', async () => {
  const journey = await startInDoubt()
  const { home, open, pressHome } = journey
  await refuseMore(journey, 99)
  await open()
  for (let page = 1; page < 4; page += 1) await pressHome('home-more')
  expect(home()).toContain('— Page 4 of 4\n[Back]\n*This hour*')
})

import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

it('refuses only the one command that the database rejects, among many at once', async () => {
  const errors = ['A follow-up could not be stored']
  const { slack, ana, channel, database, runDue, posts, job } = await startJourney({ errors })
  await database.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on followup.followup for each row when (new.job_id = 'job_7') execute function refuse()`)
  const jobs = Array.from({ length: 20 }, (_, at) => `job_${at}`)
  for (const id of jobs) job(id)
  const answers = await Promise.all(
    jobs.map(async id => (await slack.command({ user: ana, channel, text: `${id} add examples` })).reply?.text)
  )
  expect(answers.map(words => words?.slice(0, 13))).toEqual(
    jobs.map(id => (id === 'job_7' ? 'Not sent: I c' : undefined))
  )
  await runDue()
  const stored = await database.query('select count(*)::int as count from followup.followup')
  expect(stored).toEqual([{ count: 19 }])
  expect(posts()).toBe(19)
})

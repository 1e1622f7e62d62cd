import pg from 'pg'
import { environment, openBolt } from './open-bolt.ts'

// The least that a durable acknowledgement can be: one insert on a pool, and then the acknowledgement.
const { app, start } = openBolt()
const pool = new pg.Pool({ connectionString: environment.DATABASE_URL, max: 16 })
await pool.query(
  'create table command (id bigint primary key generated always as identity, trigger_id text, user_id text, words text)'
)
app.command('/agent-followup', async ({ body, ack }) => {
  await pool.query('insert into command (trigger_id, user_id, words) values ($1, $2, $3)', [
    body.trigger_id,
    body.user_id,
    body.text
  ])
  await ack()
})
await start()

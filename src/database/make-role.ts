import { openClient } from './find-server.ts'

/**
 * Creates the role that the bot logs in as: not a superuser, and owner of nothing but its schema. All or nothing, and done by only
 * one of several bots that start at once.
 */
export async function makeRole(adminUrl: string, password: string | undefined): Promise<void> {
  const client = openClient(adminUrl)
  await client.connect()
  try {
    const { rows } = await client.query("select from pg_roles where rolname = 'followup'")
    if (rows.length > 0) return
    // Where the operating system identifies the user, no role has a password.
    const secret = password === undefined ? 'null' : client.escapeLiteral(password)
    await client.query(
      `begin; ${MAKE_ROLE}; alter role followup login password ${secret}; alter role postgres password ${secret}; commit`
    )
  } finally {
    await client.end().catch(() => {})
  }
}

// Any fixed number: it names the lock under which one process creates the role while the others wait.
const MAKE_ROLE = `
select pg_advisory_xact_lock(7214004);
do $$
begin
  if exists (select from pg_roles where rolname = 'followup') then return; end if;
  create role followup;
  grant create on database postgres to followup;
  -- Who else is connected is seen by it, to leave the server to them.
  grant pg_read_all_stats to followup;
end
$$`

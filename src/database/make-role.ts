import { openClient } from './find-server.ts'

/**
 * Creates the role that the bot logs in as: not a superuser, and owner of nothing but its schemas, including those that an
 * earlier version created as the superuser. All or nothing, and done by only one of several bots that start at once.
 */
export async function makeRole(adminUrl: string, password: string | undefined): Promise<void> {
  const client = openClient(adminUrl)
  await client.connect()
  try {
    const { rows } = await client.query("select from pg_roles where rolname = 'followup'")
    if (rows.length > 0) return
    // Where the operating system identifies the user, no role has a password, not even one that an earlier version set.
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
declare
  object text;
begin
  if exists (select from pg_roles where rolname = 'followup') then return; end if;
  create role followup;
  grant create on database postgres to followup;
  -- Who else is connected is seen by it, to leave the server to them.
  grant pg_read_all_stats to followup;
  for object in
    with schema as (select oid, nspname from pg_namespace where nspname in ('followup', 'pgboss'))
    select format('schema %I', nspname) from schema
    union all
    select format('%s %s', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
    from pg_class c join schema s on s.oid = relnamespace
    where relkind in ('r', 'p', 'v') or relkind = 'S' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')
    )
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p join schema s on s.oid = pronamespace
    union all
    select format('type %s', t.oid::regtype) from pg_type t join schema s on s.oid = typnamespace where typtype in ('d', 'e')
  loop
    execute format('alter %s owner to followup', object);
  end loop;
end
$$`

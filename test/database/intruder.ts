import { readdir, readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import pg from 'pg'

// What another user of the machine may try against a server's folder. Prints the results as JSON.

const [folder = '.'] = process.argv.slice(2)
const socket = `${folder}/.s.PGSQL.5432`

const listen = () =>
  new Promise((done, failed) =>
    createServer()
      .once('error', failed)
      .listen(socket, () => done('it listens'))
  )

const reach = () => new Promise((done, failed) => connect(socket).once('error', failed).once('connect', done))

async function logIn(user: string): Promise<string> {
  const client = new pg.Client({ host: folder, port: 5432, user, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select pg_read_file('/etc/shadow') as secret")
  return rows[0].secret
}

const tries: Record<string, () => Promise<unknown>> = {
  'list the folder': () => readdir(folder),
  'read who may come in': () => readFile(`${folder}/pg_hba.conf`),
  'read a password': () => readFile(`${folder}/bot-password`),
  'reach the socket': reach,
  "take the socket's place": listen,
  'log in as the bot': () => logIn('followup'),
  'log in as the superuser': () => logIn('postgres'),
  'read /etc/shadow': () => readFile('/etc/shadow')
}

const outcomes: Record<string, string> = {}
for (const [what, attempt] of Object.entries(tries)) {
  outcomes[what] = await attempt().then(
    () => 'done',
    error => (error.code === '28000' ? error.message : error.code)
  )
}
process.stdout.write(JSON.stringify(outcomes))
process.exit()

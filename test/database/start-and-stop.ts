import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { runSql } from '../support/run-sql.ts'

// Starts a folder's server, prints who it takes us for, and stops it.

const server = await startEmbeddedServer(process.argv[2] ?? '', { fsync: 'off' })
const [row] = await runSql(server.url, 'select current_user as who')
await server.stop()
process.stdout.write(String(row?.who))
process.exit()

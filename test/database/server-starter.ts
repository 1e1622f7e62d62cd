import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'

// Starts a folder's server, says so, and stays: a bot as its database sees it.

await startEmbeddedServer(process.argv[2] ?? '', { fsync: 'off', max_connections: '20' })
process.on('disconnect', () => process.exit())
process.send?.('started')

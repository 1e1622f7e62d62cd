import { startEmbeddedServer } from '../../src/database/embedded-server.ts'

// Starts the server of a folder, says so, and stays: a bot as its database sees it.

await startEmbeddedServer(process.argv[2] ?? '', { fsync: 'off', max_connections: '20' })
process.on('disconnect', () => process.exit())
process.send?.('started')

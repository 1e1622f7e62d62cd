import { openBolt } from './open-bolt.ts'

// The least that a Slack app can do: it acknowledges, and forgets.
const { app, start } = openBolt()
app.command('/agent-followup', ({ ack }) => ack())
await start()

// Keeps what Node makes of the sources beside the packages, for the next start: they then load in half the time. Where nothing can
// be written, nothing is kept.
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

enableCompileCache(join(__dirname, '../node_modules/.cache/agent-followup'))

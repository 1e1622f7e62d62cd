// What Node makes of the sources is kept for the next start, beside the packages: that takes half of the time to load them. Where
// nothing can be written, nothing is kept.
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

enableCompileCache(join(__dirname, '../node_modules/.cache/agent-followup'))

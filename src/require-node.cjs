// Loaded before anything else, and by every Node there is: an older one could not even read the rest.
const { engines } = require('../package.json')

const needed = engines.node.replace('>=', '')

if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Agent Follow-up needs Node.js ${needed} or newer; this is ${process.versions.node}. "npm ci" (not with --omit=dev) installs one that "npm start" uses.\n`
  )
  process.exit(1)
}

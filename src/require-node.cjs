// Loaded before anything else, and by every Node there is: an older one could not even read the rest.
const { engines } = require('../package.json')

const needed = engines.node.replace('>=', '')
const numbers = version => version.split('.').map(Number)
const [major, minor] = numbers(process.versions.node)
const [neededMajor, neededMinor] = numbers(needed)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `Agent Follow-up needs Node.js ${needed} or newer; this is ${process.versions.node}. "npm ci" (not with --omit=dev) installs one that "npm start" uses.\n`
  )
  process.exit(1)
}

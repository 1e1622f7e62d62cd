/** Suggestions for what was typed so far: commands, then the jobs of the stand-in service, then people. */
export function suggestionsFor(text, server, inThread) {
  if (inThread) return text.endsWith('@') ? people(text, server) : words(text)
  if (/^\/\S*$/.test(text)) return commands(server).filter(({ fill }) => fill.trim().startsWith(text))
  const asked = server.app.commands.find(({ name }) => text.startsWith(`${name} `))
  if (asked) return jobs(text, asked, server)
  return /(^|\s)@$/.test(text) ? people(text, server) : []
}

function commands(server) {
  const own = server.app.commands.map(({ name, usage, about }) => ({
    fill: `${name} `,
    label: name,
    usage,
    about,
    isApp: true
  }))
  const invite = {
    fill: `/invite @${server.app.name}`,
    label: '/invite',
    usage: `@${server.app.name}`,
    about: 'Add the bot to this channel'
  }
  return [...own, invite]
}

function jobs(text, { name }, server) {
  const rest = text.slice(name.length + 1)
  if (/\s/.test(rest)) return []
  const known = server.agent.jobs.map(({ job }) => ({
    fill: `${name} ${job.id} `,
    label: job.id,
    usage: job.status ?? '',
    about: job.source?.ref ?? ''
  }))
  const more = [
    { fill: `${name} status `, label: 'status', usage: '<jobId>', about: 'Where a job stands' },
    { fill: `${name} help`, label: 'help', usage: '', about: 'How to use it' }
  ]
  return [...known, ...more].filter(({ label }) => label.startsWith(rest) && label !== rest)
}

function people(text, server) {
  const names = server.people.filter(({ kind }) => kind !== 'bot' && kind !== 'app').map(({ name }) => name)
  return [server.app.name, ...names].map(name => ({ fill: `${text}${name} `, label: `@${name}`, usage: '', about: '' }))
}

const BOT_WORDS = [
  ['status', 'Where the job stands'],
  ['stop watching', 'No more news from this job'],
  ['help', 'How to use it'],
  ['// ', 'An aside: never sent to the agent']
]

function words(text) {
  if (text.length < 2) return []
  return BOT_WORDS.filter(([word]) => word.startsWith(text) && word !== text).map(([word, about]) => ({
    fill: word,
    label: word,
    usage: '',
    about
  }))
}

import { kindOf } from './page-context.js'

/** What Slack itself offers for what was typed so far: commands, to those who may use them, and people. */
export function suggestionsFor(text, page, inThread) {
  const { server } = page
  if (/(^|\s)@$/.test(text)) return people(text, server)
  if (inThread || !/^\/\S*$/.test(text)) return []
  // Slack offers no command of one workspace to people of another.
  if (kindOf(page, page.person) === 'outsider') return []
  return commands(server).filter(({ fill }) => fill.trim().startsWith(text))
}

/** The app's shortcuts on a message, or anywhere: of the workspace that somebody belongs to. */
export const shortcutsFor = (page, kind) => (kindOf(page, page.person) === 'outsider' ? [] : page.server.app[kind])

/** The jobs that a command could be about, which Slack cannot know: the page says them apart from Slack's own suggestions. */
export function jobsFor(text, page, inThread) {
  const { server } = page
  if (inThread || kindOf(page, page.person) !== 'member') return []
  const asked = server.app.commands.find(({ name }) => text.startsWith(`${name} `))
  if (asked === undefined) return []
  const rest = text.slice(asked.name.length + 1)
  if (/\s/.test(rest)) return []
  return server.agent.jobs
    .filter(({ job }) => job.id.startsWith(rest) && job.id !== rest)
    .map(({ job }) => ({ id: job.id, fill: `${asked.name} ${job.id} ` }))
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

function people(text, server) {
  const names = server.people.filter(({ kind }) => kind !== 'bot' && kind !== 'app').map(({ name }) => name)
  return [server.app.name, ...names].map(name => ({ fill: `${text}${name} `, label: `@${name}`, usage: '', about: '' }))
}

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const clockSeconds = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' })
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

const DAY_MS = 86_400_000

export const tsToMs = ts => Number(ts) * 1_000
export const clockTime = ms => clock.format(ms)
export const clockTimeSeconds = ms => clockSeconds.format(ms)
export const fullTime = ms => full.format(ms)

const dayNumber = ms => Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / DAY_MS)

function prettyDay(ms) {
  const away = dayNumber(ms) - dayNumber(Date.now())
  if (away === 0) return 'Today'
  if (away === -1) return 'Yesterday'
  if (away === 1) return 'Tomorrow'
  return shortDay.format(ms)
}

export function ago(ms) {
  const seconds = Math.round((Date.now() - ms) / 1_000)
  if (seconds < 0) return `in ${spanWords(-seconds)}`
  return seconds < 10 ? 'just now' : `${spanWords(seconds)} ago`
}

export function spanWords(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`
}

const PARTS = {
  date_short_pretty: prettyDay,
  time: clockTime,
  time_secs: clockTimeSeconds,
  ago
}

/** A `<!date^…>` in the reader's own zone, as Slack writes it: "Today" begins with a capital only where the format does. */
export function slackDate(seconds, format) {
  const ms = seconds * 1_000
  const words = format.replace(/\{(\w+)\}/g, (whole, part, at) => {
    const written = PARTS[part]?.(ms) ?? whole
    return at === 0 ? written : written.replace(/^(?:Today|Yesterday|Tomorrow)$/, day => day.toLowerCase())
  })
  return words.replace(/(today|yesterday|tomorrow) (?=\d)/i, '$1 at ')
}

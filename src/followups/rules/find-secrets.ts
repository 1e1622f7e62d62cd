import { hasLettersAndDigits, isPlaceholder, isWordy, looksRandom } from './looks-random.ts'

export type SecretKind =
  | 'aws'
  | 'azure'
  | 'digitalocean'
  | 'github'
  | 'gitlab'
  | 'google'
  | 'huggingface'
  | 'jwt'
  | 'model'
  | 'named'
  | 'npm'
  | 'own'
  | 'password in an address'
  | 'private key'
  | 'pypi'
  | 'sendgrid'
  | 'slack'
  | 'slack address'
  | 'stripe'
  | 'twilio'

/** What looks like a secret, in which line, and how it begins, unless nobody is to read that. */
export type FoundSecret = { kind: SecretKind; line: number; start: string }

// Every pattern is bounded, or begins where no other match of it can: its time grows no faster than the text.

/** If there is a group, it is the part that has to look random. What lost its end in copying is a secret all the same. */
const SHAPES: [SecretKind, RegExp][] = [
  ['aws', /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g],
  ['azure', /(?:AccountKey|SharedAccessKey|SharedAccessSignature)=[A-Za-z0-9+/]{40,90}/gi],
  ['digitalocean', /(?<![A-Za-z0-9])do[opr]_v1_[0-9a-f]{40,80}/g],
  ['github', /(?<![A-Za-z0-9])(?:gh[oprsu]_[A-Za-z0-9]{20,255}|github_pat_\w{40,255})/g],
  ['gitlab', /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|ft|soat)-[\w-]{20,255}/g],
  ['google', /(?<![A-Za-z0-9])(?:AIza[\w-]{30,60}|GOCSPX-[\w-]{20,60})/g],
  ['huggingface', /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{24,60}/g],
  ['jwt', /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g],
  ['model', /(?<![A-Za-z0-9])(?:sk-(?:[a-z]{1,10}\d{0,2}-){0,3}|gsk_|xai-)([\w-]{20,255})/g],
  ['npm', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{24,60}/g],
  [
    'private key',
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|["'+,>|]|[A-Za-z-]{1,30}: [^\n\\]{1,100}(?:\n|\\n)){0,30}[A-Za-z0-9+/=]{16}/g
  ],
  ['pypi', /(?<![A-Za-z0-9])pypi-[\w-]{50,400}/g],
  ['sendgrid', /(?<![A-Za-z0-9])SG\.[\w-]{16,32}\.[\w-]{30,64}/g],
  ['slack', /(?<![A-Za-z0-9])(?:xox[abeoprs](?:\.xox[bp])?|xapp-\d)-[A-Za-z0-9-]{20,400}/g],
  [
    'slack address',
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,20}\/[A-Za-z0-9]{6,30}\/[A-Za-z0-9/]{16,80}/g
  ],
  ['stripe', /(?<![A-Za-z0-9])[rs]k_live_[A-Za-z0-9]{16,255}/g],
  ['twilio', /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g]
]

const WITH_PASSWORD =
  /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s:@/?#"'`<>]{0,100}:([^\s@/"'`<>]{6,200})@[^\s@]/g

/** A word like "password", what is said to stand beside it, and that. Looked ahead at: it may hold the next such word. */
const NAMED = new RegExp(
  [
    '(?<name>key|token|secret|passw(?:or)?d|pwd|passphrase|passcode|credential|bearer|basic)s?[\\w-]{0,20}',
    '(?: (?:for|of|on|in)(?: [\\w-]{1,20}){1,3}?)?["\'`*_)\\]]{0,3}',
    '(?<beside>\\s{0,3}(?:=>|:=|={1,3}|:|→|->|is now\\b|is\\b|was\\b)?\\s{0,8})',
    '(?:```\\w{0,10}\\s{1,9})?["\'`*_(<\\[]{0,3}(?<=["\'`*_(<\\[\\s:=>→])',
    '(?=(?<value>[^\\s"\'`<>&;,=|]{8,64}))'
  ].join(''),
  'gi'
)

const NAME_OF_KEY = /(?:api|access|auth|account|private|secret|signing|encryption|master)[ _-]?$/i

const NOT_SECRET = [
  // UUIDs, times, versions, digests, addresses, data, files, variables and calls.
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^\d{4}-\d{2}/,
  /^[\^~v]?\d{1,6}\.\d{1,6}\./,
  /^(?:sha|md)\d{1,3}[-:]/i,
  /^[a-z][a-z0-9+.-]{1,20}:\/\//i,
  /^(?:data|arn|urn|vault|file):/i,
  /\.[a-z]{1,4}\d?$/,
  /^[${%]|^[\w$.]{1,100}[([{]|\.{3}|…/
]

const MOST_FOUND = 20
const SHOWN = 4

type Place = { kind: SecretKind; at: number; whole: string }

/** What looks like a secret in what a person typed, in its order. Once there are many, more of them tell nothing. */
export const findSecrets = (text: string): FoundSecret[] =>
  findPlaces(text)
    .slice(0, MOST_FOUND)
    .map(({ kind, at, whole }) => ({ kind, line: text.slice(0, at).split('\n').length, start: whole.slice(0, SHOWN) }))

/** The same secrets wherever they stand, to know again what somebody was asked about. */
export const secretsIn = (text: string): string[] =>
  findPlaces(text)
    .map(({ kind, at, whole }) => (kind === 'private key' ? keyAt(text, at, whole.length) : whole))
    .toSorted()

const HIDDEN = '••••'
// Something shorter may be part of any word.
const SHORTEST_HIDDEN = 6

/** What stands before the secret itself: "AccountKey=", "postgres://ana:". */
const NOT_HIDDEN = /^(?:[\w+.-]{1,30}:\/\/[^:]*:|\w{1,30}=)/

/**
 * The same words for everybody to read. A secret may be longer than what gave it away: it is hidden to the end of its word, and
 * wherever it stands once more.
 */
export function hideSecrets(text: string): string {
  let shown = ''
  let end = 0
  const values = new Set<string>()
  for (const place of findAllPlaces(text)) {
    const { at, whole } = place
    const lead = NOT_HIDDEN.exec(whole)?.[0] ?? ''
    values.add(whole.slice(lead.length).replace(/@$/, ''))
    if (at + whole.length <= end) continue
    if (at >= end) shown += text.slice(end, at) + lead + HIDDEN
    end = Math.max(end, endOf(text, place))
  }
  const telling = [...values].filter(({ length }) => length >= SHORTEST_HIDDEN)
  return telling.reduce((words, value) => words.replaceAll(value, HIDDEN), shown + text.slice(end))
}

function endOf(text: string, { kind, at, whole }: Place): number {
  if (kind === 'private key') {
    const key = keyAt(text, at, whole.length)
    return at + key.length + lengthAt(text, at + key.length, /-----END [A-Z0-9 ]{1,100}-----/y)
  }
  const word = whole + text.slice(at + whole.length, at + whole.length + lengthAt(text, at + whole.length, /[^\s`]*/y))
  return at + Math.max(whole.length, word.replace(/["'’”)\]},;:.]{1,10}$/, '').length)
}

function lengthAt(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** All of a key: many begin alike. */
function keyAt(text: string, at: number, foundLength: number): string {
  const rest = /[A-Za-z0-9+/=\s\\"',>|]*/y
  rest.lastIndex = at + foundLength
  rest.exec(text)
  return text.slice(at, Math.max(rest.lastIndex, at + foundLength))
}

const findAllPlaces = (text: string): Place[] =>
  [...findShapes(text), ...findPasswords(text), ...findNamed(text)].toSorted((one, other) => one.at - other.at)

function findPlaces(text: string): Place[] {
  let endOfLast = 0
  return findAllPlaces(text).filter(({ at, whole }) => {
    const isApart = at >= endOfLast
    endOfLast = Math.max(endOfLast, at + whole.length)
    return isApart
  })
}

function findShapes(text: string): Place[] {
  return SHAPES.flatMap(([kind, shape]) =>
    Array.from(text.matchAll(shape), ({ 0: whole, 1: random, index: at }) => ({ kind, at, whole, random }))
      .filter(({ whole, random }) => !isPlaceholder(whole) && (random === undefined || looksRandom(random)))
      .map(({ at, whole }) => ({ kind, at, whole }))
  )
}

function findPasswords(text: string): Place[] {
  return [...text.matchAll(WITH_PASSWORD)]
    .filter(([, password = '']) => hasLettersAndDigits(password) && !isPlaceholder(password) && !isWordy(password))
    .map(({ 0: whole, index: at }) => ({ kind: 'password in an address', at, whole }))
}

function findNamed(text: string): Place[] {
  return Array.from(text.matchAll(NAMED), match => {
    const { name = '', beside = '', value = '' } = match.groups ?? {}
    const whole = value.replace(/[.:!?)\]}*_]{1,10}$/, '')
    const isAssigned = beside.trim() !== ''
    const isKey = !/^key$/i.test(name) || NAME_OF_KEY.test(text.slice(Math.max(0, match.index - 12), match.index))
    const place = { kind: 'named' as const, at: match.index + match[0].length, whole }
    return { place, isLikely: isLikely(whole, { isAssigned, isKey }) }
  }).flatMap(({ place, isLikely }) => (isLikely ? [place] : []))
}

const LONG = 16

/** A commit, too, is a long row of hexadecimal digits: only what it is said to be makes it a secret. */
function isLikely(value: string, { isAssigned, isKey }: { isAssigned: boolean; isKey: boolean }): boolean {
  if (NOT_SECRET.some(kind => kind.test(value)) || !looksRandom(value)) return false
  if (/^[0-9a-f]+$/i.test(value)) return isAssigned && isKey && value.length >= 2 * LONG
  return isAssigned || value.length > LONG
}

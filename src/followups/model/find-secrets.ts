export type FoundSecret = { what: string; line?: number }

// Every shape is bounded, or begins where no other match of it can: its time grows no faster than the text.
const SHAPES: [what: string, shape: RegExp][] = [
  ['an AWS access key', /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g],
  ['an Azure key', /(?:AccountKey|SharedAccessKey|SharedAccessSignature)=[A-Za-z0-9+/]{40,90}/gi],
  ['a DigitalOcean token', /(?<![A-Za-z0-9])do[opr]_v1_[0-9a-f]{40,80}/g],
  ['a GitHub token', /(?<![A-Za-z0-9])(?:gh[oprsu]_[A-Za-z0-9]{20,255}|github_pat_\w{40,255})/g],
  ['a GitLab token', /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|ft|soat)-[\w-]{20,255}/g],
  ['a Google key', /(?<![A-Za-z0-9])(?:AIza[\w-]{30,60}|GOCSPX-[\w-]{20,60})/g],
  ['a Hugging Face token', /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{24,60}/g],
  ['a signed token', /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g],
  [
    'the key of a language model',
    /(?<![A-Za-z0-9])(?:sk-(?:proj|svcacct|admin|ant|or)-[\w-]{20,255}|(?:sk-|gsk_|xai-)[A-Za-z0-9]{32,255})/g
  ],
  ['an npm token', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{24,60}/g],
  [
    'a password in an address',
    /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s:@/?#"'`<>]{0,100}:(?=[^\s@]{0,200}\d)(?=[^\s@]{0,200}[A-Za-z])[^\s@/"'`<>${}]{6,200}@[^\s@]/g
  ],
  [
    'a private key',
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|["'+,>|]|[A-Za-z-]{1,30}: [^\n\\]{1,100}(?:\n|\\n)){0,30}[A-Za-z0-9+/=]{16}/g
  ],
  ['a PyPI token', /(?<![A-Za-z0-9])pypi-[\w-]{50,400}/g],
  ['a SendGrid key', /(?<![A-Za-z0-9])SG\.[\w-]{16,32}\.[\w-]{30,64}/g],
  ['a Slack token', /(?<![A-Za-z0-9])(?:xox[abeoprs](?:\.xox[bp])?|xapp-\d)-[A-Za-z0-9-]{20,400}/g],
  [
    'a Slack webhook',
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,20}\/[A-Za-z0-9]{6,30}\/[A-Za-z0-9/]{16,80}/g
  ],
  ['a Stripe key', /(?<![A-Za-z0-9])[rs]k_live_[A-Za-z0-9]{16,255}/g],
  ['a Twilio key', /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g]
]

const PLACEHOLDER = /([A-Za-z0-9*])\1{5}|example|your[-_]|placeholder/i

export type SecretSearch = (text: string) => FoundSecret[]

/** Finds what may not go on: the bot's own secrets never may, and those of known shapes only where the operator lets them. */
export function createSecretSearch({
  secrets,
  keys,
  passwords
}: {
  secrets: 'refuse' | 'send'
  keys: { all: string[] }
  passwords: string[]
}): SecretSearch {
  const isIn = (words: string) => (secret: string) =>
    secret.length >= SHORTEST_OWN && !ONE_WORD.test(secret) && words.includes(secret)
  return text => {
    if ([...keys.all, ...passwords].map(bare).some(isIn(bare(text)))) return [{ what: 'one of my own secrets' }]
    return secrets === 'send' ? [] : findShapes(text)
  }
}

const SHORTEST_OWN = 8
// Somebody's password may be a word that many follow-ups contain.
const ONE_WORD = /^[a-z]{1,15}$/i

/** Without what may be between two of its lines. */
const bare = (text: string) => text.replace(/[\s|\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')

const findShapes = (text: string): FoundSecret[] =>
  SHAPES.filter(([, shape]) => text.search(shape) >= 0)
    .flatMap(([what, shape]) => Array.from(text.matchAll(shape), ({ 0: whole, index }) => ({ what, whole, index })))
    .filter(({ whole }) => !PLACEHOLDER.test(whole))
    .toSorted((one, other) => one.index - other.index)
    .map(({ what, index }) => ({ what, line: text.slice(0, index).split('\n').length }))

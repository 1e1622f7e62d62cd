import { createChance } from '../simulation/seeded-random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const ALPHANUMERIC = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}`
const ALPHABETS: Record<string, string> = {
  upper: `${LETTERS.toUpperCase()}234567`,
  any: ALPHANUMERIC,
  digit: DIGITS,
  hex: `${DIGITS}abcdef`,
  base64: `${ALPHANUMERIC}+/`,
  pos: 'pos',
  sr: 'sr'
}

/** Secrets of every kind that the guard knows, none of which opens anything. At a ~, nothing that searches this repository reads on. */
const SHAPES: [what: string, shape: string][] = [
  ['an AWS access key', 'AK~IA{upper 16}'],
  ['a GitHub token', 'gh~{pos 1}_{any 36}'],
  ['a GitHub token', 'github~_pat_{any 22}_{any 59}'],
  ['a GitLab token', 'gl~pat-{any 20}'],
  ['a Slack token', 'xo~xb-{digit 12}-{digit 13}-{any 24}'],
  ['a Slack token', 'xa~pp-1-A{digit 10}-{digit 13}-{hex 64}'],
  ['a Slack webhook', 'https://hooks.~slack.com/services/T0A{digit 8}/B0A{digit 8}/{any 24}'],
  ['a Stripe key', '{sr 1}~k_live_{any 24}'],
  ['the key of a language model', 'sk~-proj-{any 48}'],
  ['the key of a language model', 'sk~-ant-api03-{any 93}AA'],
  ['a Google key', 'AI~za{any 35}'],
  ['an npm token', 'np~m_{any 36}'],
  ['a PyPI token', 'py~pi-AgEIcHlwaS5vcmc{any 120}'],
  ['a SendGrid key', 'S~G.{any 22}.{any 43}'],
  ['a Twilio key', 'S~K{hex 32}'],
  ['a DigitalOcean token', 'do~p_v1_{hex 64}'],
  ['a Hugging Face token', 'h~f_{any 34}'],
  ['an Azure key', 'Account~Key={base64 86}=='],
  ['a signed token', 'ey~J{any 33}.ey~J{any 71}.{any 43}'],
  ['a private key', '-----BEGIN RSA ~PRIVATE KEY-----\n{base64 64}\n-----END RSA ~PRIVATE KEY-----'],
  ['a private key', '-----BEGIN ~PRIVATE KEY-----\\n{base64 64}\\n-----END ~PRIVATE KEY-----'],
  ['a password in an address', 'postgres://app~:{any 12}7q@db.acme.io/shop']
]

function make(shape: string): string {
  const chance = createChance(1)
  return shape.replace(/~|\{(\w+) (\d+)\}/g, (_, alphabet?: string, length?: string) =>
    Array.from({ length: Number(length ?? 0) }, () => chance.pick([...(ALPHABETS[alphabet ?? ''] ?? '')])).join('')
  )
}

export const CANARIES = SHAPES.map(([what, shape]) => [what, make(shape)] as const)

/** One of them: always the same. */
export function makeCanary(wanted: string): string {
  const made = CANARIES.find(([what]) => what === wanted)?.[1]
  if (made === undefined) throw new Error(`There is no canary for ${wanted}`)
  return made
}

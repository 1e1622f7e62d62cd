import { createHmac, pbkdf2Sync } from 'node:crypto'
import { Socket } from 'node:net'

// The driver would give the password, or the statements, to any impostor in the server's place. This socket passes on to the
// driver only what a server may say, and lets it talk only to a server that has proved what the address demands: `require_auth`,
// as libpq calls it.

const AUTHENTICATION = 'R'.charCodeAt(0)
const PASSWORD = 'p'.charCodeAt(0)
// An error, a notice, and the version of the protocol.
const HARMLESS = new Set([...'ENv'].map(letter => letter.charCodeAt(0)))
const OK = 0
const SASL = 10
const SASL_CONTINUE = 11
const SASL_FINAL = 12
const LONGEST = 65_536

/** The driver's `stream` option; empty when the address demands nothing. */
export function waryStream(address: string): { stream?: () => Socket } {
  const url = URL.parse(address)
  const demanded = url?.searchParams.get('require_auth')
  if (demanded === 'none') return { stream: () => new WarySocket() }
  if (demanded !== 'scram-sha-256') return {}
  const password = decodeURIComponent(url?.password ?? '')
  return { stream: () => new WarySocket(password) }
}

class WarySocket extends Socket {
  readonly #password: string | undefined
  #isTrusted = false
  #unread = Buffer.alloc(0)
  /** What both sides said, which the server's proof covers. */
  #said: string[] = []
  #challenge = ''
  #isProved: boolean

  constructor(password?: string) {
    super()
    this.#password = password
    this.#isProved = password === undefined
  }

  override push(chunk: Buffer | null): boolean {
    if (this.#isTrusted || chunk === null) return super.push(chunk)
    this.#unread = Buffer.concat([this.#unread, chunk])
    try {
      const length = this.#judge()
      if (length === 0) return true
      const judged = this.#unread.subarray(0, length)
      this.#unread = this.#unread.subarray(length)
      return super.push(judged)
    } catch (error) {
      this.destroy(error instanceof Error ? error : undefined)
      return false
    }
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#isTrusted && chunk[0] === PASSWORD) {
      const text = chunk.subarray(5).toString()
      // First `n,,n=…,r=…` after the name of the mechanism, then `c=…,r=…,p=…`.
      this.#said.push(/n=[^,]*,r=[^,]+$/.exec(text)?.[0] ?? text.replace(/,p=[^,]*$/, ''))
    }
    super._write(chunk, encoding, done)
  }

  /** How much of the received data is whole and may be passed on. */
  #judge(): number {
    let at = 0
    while (!this.#isTrusted && this.#unread.length >= at + 5) {
      const type = this.#unread[at] ?? 0
      const end = at + 1 + this.#unread.readUInt32BE(at + 1)
      if ((type !== AUTHENTICATION && !HARMLESS.has(type)) || end > at + LONGEST) throw new Error(UNPROVED)
      if (this.#unread.length < end) return at
      if (type === AUTHENTICATION) this.#hear(this.#unread.readUInt32BE(at + 5), this.#unread.subarray(at + 9, end))
      at = end
    }
    return this.#isTrusted ? this.#unread.length : at
  }

  #hear(request: number, words: Buffer): void {
    if (request === OK && this.#isProved) this.#isTrusted = true
    else if (request === SASL_CONTINUE) this.#challenge = words.toString()
    else if (request === SASL_FINAL) this.#isProved = this.#isProof(words.toString())
    else if (request !== SASL || this.#password === undefined) throw new Error(UNPROVED)
  }

  #isProof(words: string): boolean {
    const [, salt, rounds] = /,s=([^,]+),i=(\d+)/.exec(this.#challenge) ?? []
    const [first, last] = this.#said
    if (this.#password === undefined || salt === undefined || first === undefined || last === undefined) return false
    const salted = pbkdf2Sync(this.#password, Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256')
    const key = createHmac('sha256', salted).update('Server Key').digest()
    const proof = createHmac('sha256', key).update([first, this.#challenge, last].join(',')).digest('base64')
    return words.split(',')[0] === `v=${proof}`
  }
}

const UNPROVED = 'Something else answers in place of the database: it did not authenticate itself as required'

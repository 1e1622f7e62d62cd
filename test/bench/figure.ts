import type { Bench } from './bench.ts'
import type { Measuring } from './measured.ts'

/** A bound on a value, or, with `times`, on its ratio to the baseline's. */
export type Bound = { least?: number; most?: number; times?: boolean }

/** A row of the table: one of the values measured, whose it is compared with, and what it should reach. */
export type Bar = {
  words: string
  what: string
  baseline?: string
  reach?: Bound
  aim?: Bound
  /** Of whom, if not of the bot. */
  who?: string
}

/** One subject. */
export type Figure = {
  name: string
  title: string
  bars: Bar[]
  measure(bench: Bench): Promise<Measuring>
}

export const BOT = 'Agent Follow-up'
export const BOLT = 'bare Bolt'
export const BOLT_INSERT = 'Bolt + one insert'
export const GOT = 'got + zod'
export const TUTORIAL = 'tutorial bot'
export const CHAT_SDK = 'Chat SDK'

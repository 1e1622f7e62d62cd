import { fileURLToPath } from 'node:url'

const { BUNDLED_BOT } = process.env

/** Where the bot starts. In vitest: bundled, which makes hundreds of short processes affordable. */
export const BOT_PROGRAM = BUNDLED_BOT ? `${BUNDLED_BOT}/main.js` : at('../../src/main.ts')
/** What `npm run doctor` and the like run. */
export const programOf = (name: 'doctor' | 'forget' | 'audit') =>
  BUNDLED_BOT ? `${BUNDLED_BOT}/${name}.js` : at(`../../src/${name}.ts`)
export const DRIVEN_BOT_PROGRAM = BUNDLED_BOT ? `${BUNDLED_BOT}/bot-process.js` : at('./bot-process.ts')
/** It lives for a second: what V8 would prepare for a long life does not pay. */
export const SHORT_LIVED = [
  '--no-opt',
  '--no-maglev',
  '--no-regexp-optimization',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32'
]

/** As an operator starts it. */
export const SOURCE_PROGRAM = at('../../src/main.ts')

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

import { fileURLToPath } from 'node:url'

const { BUNDLED_BOT } = process.env

/** Where the bot starts. In vitest: bundled, which makes hundreds of short processes affordable. */
export const BOT_PROGRAM = BUNDLED_BOT ? `${BUNDLED_BOT}/main.js` : at('../../src/main.ts')
/** What `npm run doctor` and the like run. */
export const programOf = (name: 'doctor' | 'forget' | 'audit') =>
  BUNDLED_BOT ? `${BUNDLED_BOT}/${name}.js` : at(`../../src/${name}.ts`)
export const DRIVEN_BOT_PROGRAM = BUNDLED_BOT ? `${BUNDLED_BOT}/bot-process.js` : at('./bot-process.ts')

/** As an operator starts it. */
export const SOURCE_PROGRAM = at('../../src/main.ts')

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

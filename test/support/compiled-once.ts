import { fileURLToPath } from 'node:url'

/** For the environment of a bot: compiling what hundreds of short processes all load would take most of their time. */
export const COMPILED_ONCE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled-bot', import.meta.url))
}

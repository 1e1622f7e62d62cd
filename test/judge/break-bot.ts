import { registerHooks } from 'node:module'
import { BROKEN_BOTS } from './broken-bots.ts'

// Preloaded: changes one line of the bot while it is being read.

const bot = BROKEN_BOTS.find(({ does }) => does === process.env.BROKEN)
if (bot === undefined) throw new Error(`There is no bot that ${process.env.BROKEN}`)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(`/src/${bot.file}`)) return loaded
    const source = String(loaded.source)
    if (source.split(bot.was).length !== 2) throw new Error(`In ${bot.file}, there is not one ${bot.was}`)
    return { ...loaded, source: source.replace(bot.was, () => bot.is) }
  }
})

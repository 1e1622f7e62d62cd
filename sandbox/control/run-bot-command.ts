import type { BotProcess } from '../bot-process.ts'
import { commandRunner, commandsOn } from '../shared/command-table.ts'

const takes = commandsOn<BotProcess>()

export const runBotCommand = commandRunner({
  kill: takes({}, bot => bot.kill()),
  start: takes({}, bot => bot.start())
})

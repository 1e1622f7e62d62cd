import { z } from 'zod'
import type { BotProcess } from '../bot-process.ts'

const commandSchema = z.strictObject({ do: z.enum(['kill', 'start']) })

export async function runBotCommand(bot: BotProcess, input: unknown): Promise<void> {
  const command = commandSchema.parse(input)
  if (command.do === 'kill') return bot.kill()
  bot.start()
}

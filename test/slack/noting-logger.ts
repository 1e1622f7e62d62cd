import { createSlackLogger } from '../../src/slack/bolt.ts'

/** What Slack's libraries log with, and the words of what they did. */
export function createNotingLogger() {
  const log: string[] = []
  const note = (_: object, words: string) => void log.push(words)
  return { log, note, logger: createSlackLogger({ warn: note, error: note }) }
}

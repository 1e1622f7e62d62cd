import { LogLevel, type webApi } from '@slack/bolt'

type Log = { warn(facts: object, words: string): void; error(facts: object, words: string): void }

/** Slack's libraries write whole payloads at debug and info: only their warnings and errors are let through. */
export function createSlackLogger(log: Log): webApi.Logger {
  const words = (parts: unknown[]) => parts.map(part => (part instanceof Error ? part.message : String(part))).join(' ')
  return {
    debug: () => {},
    info: () => {},
    warn: (...parts) => log.warn({ from: 'slack' }, words(parts)),
    error: (...parts) => log.error({ from: 'slack' }, words(parts)),
    setLevel: () => {},
    setName: () => {},
    getLevel: () => LogLevel.WARN
  }
}

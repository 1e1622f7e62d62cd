import { App, type AppOptions, LogLevel, type webApi } from '@slack/bolt'

/** The bot knows who it is, keeps its own state, and gets errors together with their context. */
export function createBolt(options: AppOptions): App {
  return new App({
    ...options,
    tokenVerificationEnabled: false,
    convoStore: false,
    extendedErrorHandler: true,
    logLevel: LogLevel.WARN
  })
}

type Log = { warn(facts: object, words: string): void; error(facts: object, words: string): void }

// Until then, nothing that waits for the answer goes on.
const ASKED_TO_WAIT = /^API Call failed due to rate limiting\. Will retry in (\d+) seconds/

export type SlackLogger = webApi.Logger

/** Slack's libraries write whole payloads at debug and info: only their warnings, errors and waits are let through. */
export function createSlackLogger(log: Log): SlackLogger {
  const words = (parts: unknown[]) => parts.map(part => (part instanceof Error ? part.message : String(part))).join(' ')
  return {
    debug: () => {},
    info: (...parts) => {
      const [, seconds] = ASKED_TO_WAIT.exec(words(parts)) ?? []
      if (seconds !== undefined) log.warn({ from: 'slack' }, `Slack asks to wait ${seconds} s before it is asked again`)
    },
    warn: (...parts) => log.warn({ from: 'slack' }, words(parts)),
    error: (...parts) => log.error({ from: 'slack' }, words(parts)),
    setLevel: () => {},
    setName: () => {},
    getLevel: () => LogLevel.WARN
  }
}

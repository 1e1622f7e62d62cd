import { App, type AppOptions, LogLevel } from '@slack/bolt'

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

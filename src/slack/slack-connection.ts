import type { Receiver } from '@slack/bolt'

export type SlackConnection = {
  receiver: Receiver
  isReady(): boolean
  /** Since when there has been no connection; undefined while there is one, or where Slack connects to us. */
  lostSinceMs(): number | undefined
}

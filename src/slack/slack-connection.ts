import type { Receiver } from '@slack/bolt'

export type SlackConnection = {
  receiver: Receiver
  isReady(): boolean
  /** Since when nothing is connected; undefined while something is, or where it is Slack that connects. */
  lostSinceMs(): number | undefined
}

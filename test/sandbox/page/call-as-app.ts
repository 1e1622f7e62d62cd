import { expect } from 'vitest'
import type { StandInSlack } from '../../../sandbox/slack/stand-in-slack.ts'
import { callSlack, type Params } from '../slack/call-slack.ts'

/** The test plays the app: the page draws whatever an app puts into a view. */
export async function callAsApp(slack: StandInSlack, method: string, params: Params): Promise<void> {
  expect((await callSlack(slack, method, params)).body).toMatchObject({ ok: true })
}

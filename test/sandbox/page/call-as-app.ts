import { expect } from 'vitest'
import { z } from 'zod'
import type { StandInSlack } from '../../../sandbox/slack/stand-in-slack.ts'

/** The test plays the app: the page draws whatever an app puts into a view. */
export async function callAsApp(slack: StandInSlack, method: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${slack.botToken}` }
  const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(z.looseObject({ ok: z.boolean() }).parse(await response.json())).toMatchObject({ ok: true })
}

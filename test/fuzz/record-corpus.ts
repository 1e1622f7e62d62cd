import { findElements } from '../../sandbox/slack/block-kit/element-values.ts'
import type { Json } from '../../sandbox/slack/slack-types.ts'
import { listeners } from '../../src/listeners.ts'
import type { Office } from '../support/office.ts'

export type Recorded = { kind: string; payload: Json }

/** In every prompt and nowhere else: even four letters of one would be found in a log. */
export const CANARY = 'zqzq'
const PROMPT = `${CANARY} `.repeat(20)

/** What Slack sends when people do a bit of everything. */
export async function recordCorpus({ slack, channel, ana: user }: Office): Promise<Recorded[]> {
  const opened = () => slack.waitFor(() => slack.views(user).length > 0, 'a form', 10_000)
  await slack.command({ user, channel, text: `job_1 when idle: ${PROMPT}` })
  const card = () => slack.messages(channel).find(message => message.user === slack.botUserId)
  const { ts } = await slack.waitFor(card, 'the card', 10_000)
  const onCard = { user, channel, messageTs: ts }
  const files = [{ name: 'notes.txt', mimetype: 'text/plain', content: PROMPT }]
  const forwarded = { text: PROMPT, author: user }
  const { ts: messageTs } = await slack.say({ user, channel, text: PROMPT, threadTs: ts, files, forwarded })
  await slack.edit({ user, channel, messageTs, text: `${PROMPT}!` })
  await slack.remove({ channel, messageTs })
  await slack.say({ user, channel, text: `<@${slack.botUserId}> job_1 in 1 min: ${PROMPT}` })
  await slack.say({ user, channel: slack.directChannel(user).id, text: `job_1 ${PROMPT}` })
  const [button] = findElements(card()?.blocks ?? []).filter(({ element }) => element.type === 'button')
  await slack.press({ ...onCard, actionId: String(button?.element.action_id) })
  await slack.shortcut({ ...onCard, callbackId: 'send-to-job' })
  await opened()
  await slack.suggest({ user, actionId: 'job', query: 'job_1' })
  await slack.submitView({ user, values: { job: 'job_1', words: PROMPT } })
  await slack.shortcut({ user, callbackId: 'send-followup' })
  await opened()
  await slack.closeView({ user })
  await slack.command({ user, channel, text: 'settings' })
  await opened()
  await slack.submitView({ user })
  await slack.openHome({ user })
  await slack.waitFor(() => slack.homeOf(user), 'the home')
  await slack.press({ user, actionId: 'open-settings' })
  const recorded = slack.deliveries().map(({ kind, payload }): Recorded => ({ kind, payload }))
  const pressed = recorded.filter(({ payload }) => payload.type === 'block_actions')
  const pressOf = (action_id: string) =>
    pressed.map(({ kind, payload }) => ({
      kind,
      payload: { ...payload, actions: [{ action_id, action_ts: '1.1', value: '1' }] }
    }))
  return [...recorded, ...Object.keys(listeners.buttons).flatMap(pressOf)]
}

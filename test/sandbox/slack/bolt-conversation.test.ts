import { expect, it, onTestFinished } from 'vitest'
import { connectBoltApp } from './bolt-app.ts'
import { openWorkspace } from './open-workspace.ts'

it('a real Bolt app goes through command, card, reply, button and modal', async () => {
  const { slack, ana, docs } = await openWorkspace({ redeliverAfterMs: 20_000, answerWithinMs: 20_000 })
  const app = await connectBoltApp(slack, bolt => {
    bolt.command('/agent-followup', async ({ ack, command, client }) => {
      await ack(`Sending: ${command.text}`)
      await client.chat.postMessage({
        channel: command.channel_id,
        text: `card for ${command.user_id}`,
        blocks: [
          { type: 'section', text: { type: 'mrkdwn', text: command.text } },
          {
            type: 'actions',
            elements: [{ type: 'button', action_id: 'stop', value: 'f_1', text: { type: 'plain_text', text: 'Stop' } }]
          }
        ]
      })
    })
    bolt.message(async ({ message, client }) => {
      if (message.subtype === undefined && message.bot_id === undefined) {
        await client.reactions.add({ channel: message.channel, timestamp: message.ts, name: 'eyes' })
      }
    })
    bolt.action('stop', async ({ ack, body, client, respond }) => {
      await ack()
      await respond({ text: 'Stopped', replace_original: false })
      if (body.type !== 'block_actions') return
      const title = { type: 'plain_text', text: 'Why?' } as const
      await client.views.open({
        trigger_id: body.trigger_id,
        view: {
          type: 'modal',
          callback_id: 'why',
          title,
          submit: title,
          blocks: [
            { type: 'input', block_id: 'why', label: title, element: { type: 'plain_text_input', action_id: 'text' } }
          ]
        }
      })
    })
    bolt.view('why', async ({ ack, view }) => {
      const said = view.state.values.why?.text?.value ?? ''
      if (said.length < 5) await ack({ response_action: 'errors', errors: { why: 'Say more' } })
      else await ack()
    })
  })
  onTestFinished(app.stop)

  const result = await slack.command({ user: ana, channel: docs, text: 'job_8f2 shorten it' })
  expect(result).toMatchObject({ acknowledged: true, reply: { text: 'Sending: job_8f2 shorten it', user: ana } })
  const card = await slack.waitFor(() => slack.messages(docs)[0], 'the card')
  expect(card.text).toBe(`card for ${ana}`)

  const reply = await slack.say({ user: ana, channel: docs, text: 'and foo.py & <b>', threadTs: card.ts })
  expect(reply.text).toBe('and <http://foo.py|foo.py> &amp; &lt;b&gt;')
  const seen = await slack.waitFor(() => slack.reactions(docs, reply.ts)[0], 'eyes on the reply')
  expect(seen).toEqual({ name: 'eyes', users: [slack.botUserId], count: 1 })

  const pressed = await slack.press({ user: ana, channel: docs, messageTs: card.ts, actionId: 'stop' })
  expect(pressed.acknowledged).toBe(true)
  await slack.waitFor(() => slack.views(ana)[0], 'the modal')
  expect(slack.ephemerals(docs, ana).map(shown => shown.text)).toContain('Stopped')

  expect((await slack.submitView({ user: ana })).errors).toEqual({ why: 'Please complete this required field.' })
  expect((await slack.submitView({ user: ana, values: { text: 'no' } })).errors).toEqual({ why: 'Say more' })
  expect(await slack.submitView({ user: ana, values: { why: 'because' } })).toMatchObject({ acknowledged: true })
  expect(slack.views(ana)).toEqual([])
})

import { expect, it, onTestFinished } from 'vitest'
import { createStandInSlack } from '../../../sandbox/slack/stand-in-slack.ts'
import { connectBoltApp } from './bolt-app.ts'

it('a real Bolt app goes through command, card, reply, button and modal', async () => {
  const slack = await createStandInSlack({ redeliverAfterMs: 20_000, answerWithinMs: 20_000 })
  onTestFinished(() => slack.stop())
  const ana = slack.addPerson({ name: 'Ana' })
  const docs = slack.addChannel({ name: 'docs', members: [ana.id] })
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

  const result = await slack.command({ user: ana.id, channel: docs.id, text: 'job_8f2 shorten it' })
  expect(result).toMatchObject({ acknowledged: true, reply: { text: 'Sending: job_8f2 shorten it', user: ana.id } })
  const card = await slack.waitFor(() => slack.messages(docs.id)[0], 'the card')
  expect(card.text).toBe(`card for ${ana.id}`)

  const reply = await slack.say({ user: ana.id, channel: docs.id, text: 'and foo.py & <b>', threadTs: card.ts })
  expect(reply.text).toBe('and <http://foo.py|foo.py> &amp; &lt;b&gt;')
  const seen = await slack.waitFor(() => slack.reactions(docs.id, reply.ts)[0], 'eyes on the reply')
  expect(seen).toEqual({ name: 'eyes', users: [slack.botUserId], count: 1 })

  const pressed = await slack.press({ user: ana.id, channel: docs.id, messageTs: card.ts, actionId: 'stop' })
  expect(pressed.acknowledged).toBe(true)
  await slack.waitFor(() => slack.views(ana.id)[0], 'the modal')
  expect(slack.ephemerals(docs.id, ana.id).map(shown => shown.text)).toContain('Stopped')

  expect((await slack.submitView({ user: ana.id })).errors).toEqual({ why: 'Please complete this required field.' })
  expect((await slack.submitView({ user: ana.id, values: { text: 'no' } })).errors).toEqual({ why: 'Say more' })
  expect(await slack.submitView({ user: ana.id, values: { why: 'because' } })).toMatchObject({ acknowledged: true })
  expect(slack.views(ana.id)).toEqual([])
})

import { expect, it } from 'vitest'
import { postAsBot } from '../sandbox/slack/call-slack.ts'
import { eventually } from '../support/eventually.ts'
import { WHEN, WHERE } from '../support/form.ts'
import { type JourneyOptions, startWithJob } from '../support/journey.ts'

const HERE = '— The card, or a link to the job’s thread, will appear in this channel.'
const linkTo = (ts: string) => `https://stand-in.slack.com/archives/C0DOCS/p${ts.replace('.', '')}`

/** Ana uses the shortcut on messages of others, and has a form then. */
async function startShortcuts(options: JourneyOptions = {}) {
  const journey = await startWithJob(options)
  const { slack, channel: docs, ana, ben: user } = journey
  const form = journey.form()
  async function onMessage(messageTs: string, channel = docs) {
    await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs })
    await form.opened()
    return messageTs
  }
  /** On what Ben says. */
  const onWords = async (text: string, channel = docs) =>
    onMessage((await slack.say({ user, channel, text })).ts, channel)
  return { ...journey, form, onMessage, onWords }
}

it('makes a follow-up of a message, with its author and where it is, and quotes it without that address', async () => {
  const { agent, onWords, form, advance, sent, card, thread, command } = await startShortcuts()
  const ts = await onWords('Ask <@U0ANA> if a < b & https://acme.dev agree')
  const words = `Ask @Ana if a < b & https://acme.dev agree\n\nFrom Ben in Slack: ${linkTo(ts)}`
  expect(form.shown()).toEqual(['Job:', `What should it do?: ${words}`, ...WHEN, HERE])
  expect(await form.send({ job: 'job_8f2' })).toEqual({})
  await advance(2_000)
  const quoted = '>Ask @Ana if a < b & https://acme.dev agree\n>From Ben in Slack\n'
  expect([sent(), card()]).toEqual([[words], expect.stringContaining(`*job_8f2* · working\n${quoted}`)])
  expect(await command('status job_8f2')).toContain('agree From Ben in Slack” · ')
  agent.finish('job_8f2', { prLink: null })
  await advance(120_000)
  expect(thread().at(-1)).toContain(`finished, no pull request.\n${quoted}`)
})

it('fills in the job of the thread that a message is in', async () => {
  const { slack, ben, channel, type, advance, cardTs, reply, onMessage, form, sent } = await startShortcuts()
  await type('job_8f2 shorten it')
  const ts = await onMessage((await reply('// the title is wrong, too')).ts)
  const words = `// the title is wrong, too\n\nFrom Ben in Slack: ${linkTo(ts)}?thread_ts=${cardTs()}&cid=C0DOCS`
  expect(form.shown().slice(0, 2)).toEqual(['Job: job_8f2', `What should it do?: ${words}`])
  await form.send({ words: 'fix the title' })
  await advance(2_000)
  expect(sent()).toEqual(['shorten it', 'fix the title'])
  expect(slack.thread(channel, cardTs()).filter(({ user }) => user !== ben)).toHaveLength(2)
})

it('names the app that wrote a message', async () => {
  const { slack, channel, onMessage, form } = await startShortcuts()
  await onMessage(await postAsBot(slack, channel, { text: 'Build 12 failed' }))
  expect(form.shown()[1]).toMatch(/^What should it do\?: Build 12 failed\n\nFrom \S.* in Slack: https:\S+$/)
})

it('takes the beginning of a message that is too long, and says so', async () => {
  const { onWords, form, advance, sent } = await startShortcuts()
  await onWords(`<!channel> ${'🙂 '.repeat(3_000)}`)
  expect(form.shown()[2]).toBe('— Only the beginning of the message fits here.')
  await form.send({ job: 'job_8f2' })
  await advance(2_000)
  expect(sent()[0]?.length).toBeLessThanOrEqual(3_000)
  expect(sent()[0]).toMatch(/^<!channel> 🙂 .+ ?…\n\nFrom Ben in Slack: https:\S+$/u)
})

it('sends from where it is not a member what only one person hears of', async () => {
  const { slack, ana, ben, onWords, form, advance, sent, own, said } = await startShortcuts({
    refusals: ['conversations.info channel_not_found']
  })
  for (const kind of ['public', 'private'] as const) {
    const channel = slack.addChannel({ name: `far-${kind}`, kind, members: [ana, ben], botIsMember: false }).id
    await onWords(`the intro of ${kind}`, channel)
    expect(form.shown().slice(-2)).toEqual(WHERE)
    await form.send({ job: 'job_8f2', words: `shorten ${kind}` })
    await advance(4_000)
    expect(slack.messages(channel)).toHaveLength(1)
  }
  expect(sent()).toEqual(['shorten public', 'shorten private'])
  expect(said(own(ana))[0]).toContain('*job_8f2* · working')
})

it('says so when no form opens, directly where there is no channel', async () => {
  const { slack, ana: user, ben, channel, told, own, said, advance } = await startShortcuts()
  const { ts: messageTs } = await slack.say({ user: ben, channel, text: 'hello' })
  slack.fail('views.open', { error: 'expired_trigger_id', times: 2 })
  await slack.shortcut({ user, callbackId: 'send-followup' })
  await slack.shortcut({ user, callbackId: 'send-to-job', channel, messageTs })
  await slack.waitFor(() => told().length === 1, 'a private answer', 5_000)
  await eventually(async () => {
    await advance(1_000)
    return said(own(user)).length > 0
  }, 'a direct answer')
  const tooSlow =
    'I was too slow to open the form. Try again, or type `/agent-followup <jobId> <what it should do>` in a channel.'
  expect([told(), said(own(user))]).toEqual([[tooSlow], [tooSlow]])
})

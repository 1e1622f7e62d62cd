import { expect, it } from 'vitest'
import { postAsBot } from '../sandbox/slack/call-slack.ts'
import { WHEN } from '../support/form.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startForm } from '../support/watched-job.ts'

const HEARS = 'Who hears about it: [This channel] / Only the job’s thread / Only me, in a direct message'
const ONLY_ME = 'Who hears about it: [Only me, in a direct message]'

async function startShortcuts(options: JourneyOptions = {}) {
  const journey = await startForm(options)
  const { slack, channel, ana, form } = journey
  return {
    ...journey,
    async onMessage(messageTs: string, where = channel) {
      await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel: where, messageTs })
      await form.opened()
    },
    async anywhere() {
      await slack.shortcut({ user: ana, callbackId: 'send-followup' })
      await form.opened()
    }
  }
}

it('makes an instruction of a message, with its author and where it is', async () => {
  const { slack, ben, channel, onMessage, form, advance, sent, card } = await startShortcuts()
  const { ts } = await slack.say({
    user: ben,
    channel,
    text: 'Ask <@U0ANA> if a < b & https://acme.dev agree'
  })
  await onMessage(ts)
  const link = `https://stand-in.slack.com/archives/C0DOCS/p${ts.replace('.', '')}`
  const words = `Ask @Ana if a < b & https://acme.dev agree\n\nFrom Ben in Slack: ${link}`
  expect(form.shown()).toEqual(['Job:', `What should it do?: ${words}`, ...WHEN, HEARS])
  expect(await form.send({ job: 'job_8f2' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual([words])
  expect(card()).toContain('*job_8f2* · working')
})

it('fills in the job of the thread that a message is in', async () => {
  const { slack, ben, channel, command, advance, cardTs, reply, onMessage, form, sent } = await startShortcuts()
  await command('job_8f2 shorten it')
  await advance(2_000)
  const { ts } = await reply('// the title is wrong, too')
  await onMessage(ts)
  const link = `https://stand-in.slack.com/archives/C0DOCS/p${ts.replace('.', '')}?thread_ts=${cardTs()}&cid=C0DOCS`
  expect(form.shown().slice(0, 2)).toEqual([
    'Job: job_8f2',
    `What should it do?: // the title is wrong, too\n\nFrom Ben in Slack: ${link}`
  ])
  await form.send({ instruction: 'fix the title' })
  await advance(2_000)
  expect(sent()).toEqual(['shorten it', 'fix the title'])
  expect(slack.thread(channel, cardTs()).filter(({ user }) => user !== ben)).toHaveLength(2)
})

it('names the files that stay behind', async () => {
  const { slack, ben, channel, onMessage, form } = await startShortcuts()
  const files = ['<!here>|a.png', 'b.png'].map(name => ({ name }))
  const { ts } = await slack.say({ user: ben, channel, text: 'like this', files })
  await onMessage(ts)
  expect(form.shown()[2]).toMatch(
    /^— The agent reads text only, so these files won’t be sent: <!here> a\.png \(https:.+\), b\.png \(https:.+\)\. Paste what matters\.$/
  )
})

it('takes the beginning of a message that is too long, and says so', async () => {
  const { slack, ben, channel, onMessage, form, advance, sent } = await startShortcuts()
  const { ts } = await slack.say({ user: ben, channel, text: `<!channel> ${'🙂 '.repeat(3_000)}` })
  await onMessage(ts)
  expect(form.shown()[2]).toBe('— Only the beginning of the message fits here.')
  await form.send({ job: 'job_8f2' })
  await advance(2_000)
  expect(sent()[0]?.length).toBeLessThanOrEqual(3_000)
  expect(sent()[0]).toMatch(/^<!channel> 🙂 .+ ?…\n\nFrom Ben in Slack: https:\S+$/u)
})

it('names the app that wrote a message', async () => {
  const { slack, channel, onMessage, form } = await startShortcuts()
  await onMessage(await postAsBot(slack, channel, { text: 'Build 12 failed' }))
  expect(form.shown()[1]).toMatch(/^What should it do\?: Build 12 failed\n\nFrom \S.* in Slack: https:\S+$/)
})

it('says that it cannot post where it is not a member, and sends what only one person hears of', async () => {
  const { slack, ana, ben, onMessage, form, advance, sent, direct } = await startShortcuts({
    refusals: ['conversations.info channel_not_found', 'conversations.members channel_not_found']
  })
  for (const kind of ['public', 'private'] as const) {
    const where = slack.addChannel({ name: `far-${kind}`, kind, members: [ana, ben], botIsMember: false }).id
    const { ts } = await slack.say({ user: ben, channel: where, text: `the intro of ${kind}` })
    await onMessage(ts, where)
    expect(form.shown().at(0)).toBe(
      '— I’m not in this channel, so I can’t post here: only you will hear about it. To change that, type `/invite @Agent Follow-up` in the channel, and open this again.'
    )
    expect(form.shown().at(-1)).toBe(ONLY_ME)
    await form.send({ job: 'job_8f2', instruction: `shorten ${kind}` })
    await advance(4_000)
    expect(slack.messages(where)).toHaveLength(1)
  }
  expect(sent()).toEqual(['shorten public', 'shorten private'])
  expect(direct()[0]).toContain('*job_8f2* · working')
})

it('opens an empty form from anywhere, for what only one person hears of', async () => {
  const { anywhere, form, advance, sent, direct } = await startShortcuts()
  await anywhere()
  expect(form.shown()).toEqual(['Job:', 'What should it do?:', ...WHEN, 'Where:'])
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
  expect(direct()).toEqual([expect.stringContaining('*job_8f2* · working')])
})

it('says so when no form opens, directly where there is no channel', async () => {
  const { slack, ana, ben, channel, told, direct, advance } = await startShortcuts()
  const { ts } = await slack.say({ user: ben, channel, text: 'hello' })
  slack.fail('views.open', { error: 'expired_trigger_id', times: 2 })
  await slack.shortcut({ user: ana, callbackId: 'send-followup' })
  await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs: ts })
  await slack.waitFor(() => told(ana).length === 1, 'a private answer', 5_000)
  await advance(1_000)
  const tooSlow =
    'I was too slow to open the form. Try again, or type `/agent-followup <jobId> <what it should do>` in a channel.'
  expect([told(ana), direct()]).toEqual([[tooSlow], [tooSlow]])
})

it('quotes the words of a message first, then whose they are, and no address', async () => {
  const { slack, agent, ben, channel, onMessage, form, advance, sent, card, thread, command } = await startShortcuts()
  const { ts } = await slack.say({ user: ben, channel, text: 'Shorten the intro' })
  await onMessage(ts)
  await form.send({ job: 'job_8f2' })
  await advance(2_000)
  expect(sent()[0]).toMatch(/^Shorten the intro\n\nFrom Ben in Slack: https:\S+$/)
  const quoted = '>Shorten the intro\n>From Ben in Slack\n'
  expect(card()).toContain(`*job_8f2* · working\n${quoted}`)
  expect(await command('status job_8f2')).toContain('\n“Shorten the intro From Ben in Slack” · ')
  agent.finish('job_8f2', { prLink: null })
  await advance(120_000)
  expect(thread().at(-1)).toContain(`finished, no pull request.\n${quoted}`)
})

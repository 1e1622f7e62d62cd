import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readText } from '../project/project-files.ts'
import { startWatching } from '../support/journey.ts'

const manifestSchema = z.object({ oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }) })

/** What the manifest asks for. */
async function scopes(): Promise<string[]> {
  const { oauth_config } = manifestSchema.parse(parse(await readText('manifest.yml')))
  return oauth_config.scopes.bot
}

it.each(['G0FEW', 'C0FEW'])('serves a group direct message, asking Slack nothing about it: %s', async id => {
  const journey = await startWatching({ botScopes: await scopes() })
  const { slack, channel: docs, ana, ben, command, press, advance, later, type, openForm } = journey
  const channel = slack.addChannel({ id, name: 'mpdm-ana--ben-1', kind: 'mpim', members: [ana, ben] }).id
  const inGroup = () => slack.messages(channel)
  const newest = () => ({ channel, on: inGroup().findLast(({ user }) => user === slack.botUserId)?.ts ?? '' })
  journey.agent.addJob({ id: 'job_c90', life: { worksMs: 10_000, ends: 'failed' } })
  await type('job_c90 plan it', { channel })
  const card = newest()
  await slack.say({ user: ben, channel, text: `as in <#${docs}>`, threadTs: card.on })
  await advance(60_000)
  await press('try-again', newest())
  await advance(60_000)
  await command('job_c90 go on')
  await command('job_8f2 go on', { channel })
  await advance(60_000)
  for (const place of [docs, channel]) {
    for (const asked of ['list', 'status job_c90']) await command(asked, { channel: place })
    await journey.openSettings(ben, place)
    await slack.closeView({ user: ben })
    const form = await openForm('', { channel: place })
    await form.send({ job: 'job_c90', words: `shorten it in ${place}` })
  }
  await advance(60_000)
  expect(later()).toEqual([
    'plan it',
    'as in #docs',
    'plan it',
    'as in #docs',
    'go on',
    'go on',
    `shorten it in ${docs}`,
    `shorten it in ${channel}`
  ])
  const asked = slack.calls().filter(({ method }) => /conversations\.(info|members)/.test(method))
  expect(asked.filter(({ params }) => params.channel === channel)).toEqual([])
})

it('does not ask for another scope when it learns only from Slack that a conversation is one of a few', async () => {
  const options = { botScopes: await scopes(), refusals: ['conversations.info missing_scope'] }
  const { slack, ana, command, advance, restart, job, type } = await startWatching(options)
  const channel = slack.addChannel({ id: 'C0FEW', name: 'mpdm-ana--ben-1', kind: 'mpim', members: [ana] }).id
  job('job_c90')
  await type('job_c90 plan it', { channel })
  await restart()
  await command('list')
  await slack.openHome({ user: ana })
  await advance(60_000)
  expect(JSON.stringify(slack.homeOf(ana))).toContain('plan it')
  expect(slack.calls().filter(({ answer }) => answer.error === 'missing_scope')).toHaveLength(1)
})

it('shows and sends nothing for whoever has left a group that was made a private channel', async () => {
  const { slack, ana, ben, job, type, advance, openHome, home, sleep, sent } = await startWatching()
  const few = { id: 'C0FEW', members: [ana, ben] }
  slack.addChannel({ ...few, name: 'mpdm-ana--ben-1', kind: 'mpim' })
  job('job_s')
  await type('job_s look around', { channel: few.id })
  slack.addChannel({ ...few, name: 'secret', kind: 'private' })
  await slack.say({ user: ben, channel: few.id, text: 'now it is a channel' })
  await type('job_s in 2 hours: plan the merger', { channel: few.id })
  await slack.removeFrom(few.id, ana)
  await advance(100_000)
  await openHome(ana)
  expect(home(ana)).not.toContain('plan the merger')
  await sleep(7_200_000)
  await advance(60_000)
  expect(sent('job_s')).toEqual(['look around'])
})

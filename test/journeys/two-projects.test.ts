import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { openTwoProjects } from '../support/two-projects.ts'

const MINUTE = 60_000

/** #api belongs to the project of that name, #docs and #ops to the other; each has a job_1. */
async function startTwo(refusals: string[] = []) {
  let now = () => Date.UTC(2026, 10, 20, 14)
  const projects = await openTwoProjects({ clock: { now: () => now() }, channels: ['C0API'] })
  const journey = await startJourney({ env: projects.env, refusals })
  now = journey.now
  const { slack, ana, ben, runDue, advance, say, bot } = journey
  const [api, ops] = ['api', 'ops'].map(
    name => slack.addChannel({ id: `C0${name.toUpperCase()}`, name, members: [ana, ben] }).id
  )
  const channels = { docs: journey.channel, api: api ?? '', ops: ops ?? '' }
  const type = (channel: string, text: string) => journey.command(text, { channel })
  for (const { addJob, projectId } of [projects.docs, projects.api])
    addJob({ id: 'job_1', repository: `https://github.com/acme/of-${projectId}`, life: { ends: 'never' } })
  return {
    ...journey,
    ...projects,
    channels,
    type,
    /** In a channel of each project. */
    async typeInBoth(text: string) {
      for (const channel of [channels.docs, channels.api]) await type(channel, text)
    },
    tell: (text: string, channel: string) => say(`${bot} ${text}`, { channel }),
    sentTo: () => [projects.docs, projects.api].map(agent => agent.sends().map(({ prompt }) => prompt)),
    /** From then on, #ops belongs to the project of #api. */
    async moveOps() {
      const file = projects.env.PROJECTS_FILE
      await writeFile(file, (await readFile(file, 'utf8')).replace('[C0API]', '[C0API, C0OPS]'))
      await journey.restart()
    },
    said: (channel: string) => slack.messages(channel).map(({ text }) => text.split('\n')[0]),
    async settle() {
      await runDue()
      await advance(3_000)
    }
  }
}

it('sends what is said in a channel to its project, from everywhere else to the first, and brings each its results', async () => {
  const { channels, type, tell, sentTo, settle, advance, said, api, own, ben, say } = await startTwo()
  await type(channels.docs, 'job_1 from docs')
  await type(channels.api, 'job_1 from api')
  await tell('job_1 from ops', channels.ops)
  await say('job_1 in private', { channel: own(ben) })
  await settle()
  expect(sentTo()).toEqual([['from docs', 'from ops', 'in private'], ['from api']])
  api.finish('job_1', { prLink: 'https://github.com/acme/of-project-api/pull/7' })
  await advance(MINUTE)
  expect(said(channels.api).at(-1)).toContain('finished: ')
  for (const channel of [channels.docs, channels.ops, own(ben)]) expect(said(channel).join()).not.toContain('finished')
})

it('keeps a reply in the project of its thread, and each project to its own hour', async () => {
  const { slack, channels, type, typeInBoth, sentTo, settle, ben, said } = await startTwo()
  await typeInBoth('job_1 begin')
  await settle()
  for (const channel of [channels.docs, channels.api])
    for (const text of ['go on', 'and on']) {
      const [card] = slack.messages(channel)
      await slack.say({ user: ben, channel, text, threadTs: card?.ts ?? '' })
      await settle()
    }
  expect(sentTo()).toEqual([
    ['begin', 'go on', 'and on'],
    ['begin', 'go on']
  ])
  expect(said(channels.api).join()).toContain('this hour’s follow-ups are used up')
  expect(await type(channels.api, 'list')).toContain('0 of 2 follow-ups are left')
  expect(await type(channels.docs, 'list')).toContain('97 of 100 follow-ups are left')
})

it('shows one person’s work of all projects in their home, where its buttons work', async () => {
  const { channels, type, settle, openHome, home, ana, slack, sentTo } = await startTwo()
  for (const channel of [channels.docs, channels.api]) await type(channel, `job_1 in 2 hours: from ${channel}`)
  await settle()
  await openHome(ana)
  await settle()
  expect(home(ana)).toMatch(/from C0DOCS[\s\S]*from C0API|from C0API[\s\S]*from C0DOCS/)
  const values: string[] = []
  JSON.stringify(slack.homeOf(ana)?.blocks, (_, element) => {
    if (element?.action_id === 'send-now') values.push(element.value)
    return element
  })
  expect(values).toHaveLength(2)
  for (const value of values) await slack.press({ user: ana, actionId: 'send-now', value })
  await settle()
  expect(sentTo()).toEqual([['from C0DOCS'], ['from C0API']])
})

it('stops telling of a job in the project of its button alone', async () => {
  const { typeInBoth, settle, advance, openHome, pressHome, direct, docs, api, ana } = await startTwo()
  await typeInBoth('job_1 begin')
  await settle()
  await typeInBoth('watch job_1')
  await openHome(ana)
  await pressHome('dont-tell-me', { value: 'project-api/job_1', by: ana })
  for (const agent of [docs, api]) agent.finish('job_1', { prLink: null })
  await advance(MINUTE)
  expect(direct(ana).filter(line => line.includes('finished'))).toHaveLength(1)
  expect(direct(ana).join()).toContain('C0DOCS')
})

it('does nothing for one project from below what was told directly of another', async () => {
  const { channels, type, settle, advance, slack, say, own, api, ana, sentTo, told, home, openHome } = await startTwo()
  await type(channels.api, 'job_1 begin')
  await settle()
  await type(channels.api, 'watch job_1')
  api.finish('job_1', { prLink: null })
  await advance(MINUTE)
  const to = slack.messages(own(ana)).find(({ text }) => text.includes('finished'))?.ts ?? ''
  for (const words of ['job_1 revert that', 'watch job_1']) {
    const before = told(ana).length
    await say(words, { channel: own(ana), by: ana, to })
    await settle()
    expect([words, sentTo()]).toEqual([words, [[], ['begin']]])
    const [answer] = told(ana).slice(before)
    expect(answer).toMatch(/^Not done: in this thread I can’t tell which project a job belongs to\./)
    await openHome(ana)
    expect(home(ana)).not.toContain('Jobs I’ll tell you about')
  }
})

it('lets a reply wait for the thread of a card whose post is in doubt', async () => {
  const { slack, say, own, ana, advance, settle, sentTo } = await startTwo()
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  await say('job_1 begin', { channel: own(ana), by: ana })
  await settle()
  const [, card] = slack.messages(own(ana))
  await say('job_1 and the title', { channel: own(ana), by: ana, to: card?.ts ?? '' })
  await advance(MINUTE)
  expect(sentTo()).toEqual([['begin', 'and the title'], []])
})

it('offers the words of a closed thread for their own project alone', async () => {
  const journey = await startTwo(['chat.update message_not_found'])
  const { channels, type, settle, advance, slack, form, own, ana, sentTo } = journey
  await type(channels.api, 'job_1 in 2 hours: drop the old tables')
  await settle()
  await slack.remove({ channel: channels.api, messageTs: slack.messages(channels.api)[0]?.ts ?? '' })
  await advance(10_000)
  const [told] = slack.messages(own(ana))
  expect(told?.text).toContain('Not sent to *job_1*')
  await slack.press({ user: ana, channel: own(ana), messageTs: told?.ts ?? '', actionId: 'open-form' })
  await form(ana).opened()
  expect(JSON.stringify(await form(ana).send({}))).toContain('another project')
  await advance(MINUTE)
  expect(sentTo()).toEqual([[], []])
})

it('gives back the words of a thread for its project alone, once its channel belongs to another', async () => {
  const { slack, ben, channels, type, settle, edit, say, form, sentTo, moveOps } = await startTwo()
  await type(channels.ops, 'job_1 begin')
  await settle()
  const [card] = slack.messages(channels.ops)
  const ts = await say('shorten it', { channel: channels.ops, to: card?.ts ?? '' })
  await settle()
  await moveOps()
  await edit(ts, 'lengthen it', { channel: channels.ops })
  await settle()
  const answer = slack.ephemerals(undefined, ben).at(-1)
  expect(answer?.text).toContain('the agent already has your earlier words')
  await slack.press({ user: ben, channel: channels.ops, messageTs: answer?.ts ?? '', actionId: 'open-form' })
  await form(ben).opened()
  await form(ben).send({})
  await settle()
  expect(sentTo()).toEqual([['begin', 'shorten it'], []])
})

it('sends an edit of what was refused to the project that its channel belongs to by then', async () => {
  const { bot, channels, tell, edit, sentTo, moveOps, settle } = await startTwo()
  const ts = await tell('job_typo shorten it', channels.ops)
  await settle()
  await moveOps()
  await edit(ts, `${bot} job_1 shorten it`, { channel: channels.ops })
  await settle()
  expect(sentTo()).toEqual([[], ['shorten it']])
})

it('tells of a job only what its channel’s project knows', async () => {
  const { slack, ana, channels, type, settle } = await startTwo()
  slack.addPerson({ id: ana, name: 'Ana', isAdmin: true })
  for (const channel of [channels.docs, channels.api]) await type(channel, `job_1 from ${channel}`)
  await settle()
  expect(await type(channels.api, 'status job_1')).toMatch(/of-project-api[\s\S]*from C0API/)
  expect(await type(channels.api, 'status job_1')).not.toContain('from C0DOCS')
  const examined = await type(channels.api, 'doctor')
  expect(examined).toContain('of the hour’s 2 sends are left')
  expect(examined).not.toMatch(/hour’s 100|the key of Docs/)
})

it('refuses a form that was begun elsewhere for a channel of another project', async () => {
  const { ana, slack, form, channels, sentTo, settle, say, ben, own } = await startTwo()
  await say('hello', { channel: own(ben) })
  await slack.shortcut({ user: ana, callbackId: 'send-followup' })
  await form(ana).opened()
  const sent = await form(ana).send({ job: 'job_1', words: 'from outside', where: channels.api })
  expect(sent).toEqual({ where: expect.stringContaining('another project') })
  await settle()
  expect(sentTo()).toEqual([[], []])
})

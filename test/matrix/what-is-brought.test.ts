import { describe, expect, it } from 'vitest'
import type { GivenFile } from '../../sandbox/slack/file-store.ts'
import type { Forwarded } from '../../sandbox/slack/message-actions.ts'
import { type JourneyOptions, startWatching } from '../support/journey.ts'

const BUG: Forwarded = { text: 'the *title* is wrong & <@U0BEN> saw it', author: 'U0ANA', channel: 'C0DOCS' }
const BUG_SENT = 'Forwarded from @Ana in #docs:\nthe *title* is wrong & @Ben saw it'
const LOG: GivenFile = { name: 'build.log', content: 'line 1\n``` 2\n' }
const LOG_SENT = 'File build.log:\n````\nline 1\n``` 2\n````'

type Brought = { forwarded?: Forwarded; files?: GivenFile[] }

/** Ben says it in each of the ways to say something to job_8f2. */
async function startBringing(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { slack, tell, mention, say, own, ben, told, later } = journey
  const ways = {
    reply: tell,
    mention: (words: string, brought: Brought) => mention(`job_8f2 ${words}`, brought),
    'direct message': (words: string, brought: Brought) => say(`job_8f2 ${words}`, { ...brought, channel: own(ben) })
  }
  async function bring(way: keyof typeof ways, words: string, brought: Brought) {
    const [sent, heard] = [later().length, told(ben).length]
    await ways[way](words, brought)
    return {
      sent: later().slice(sent),
      told: told(ben)
        .slice(heard)
        .filter(answer => !answer.includes('already has a thread here')),
      tokens: slack.filesAsked().length
    }
  }
  return { ...journey, bring }
}

describe.each(['reply', 'mention', 'direct message'] as const)('what people bring in a %s', way => {
  it.each<[string, string, Brought, string]>([
    ['words', 'fix it', {}, 'fix it'],
    ['words and a forward', 'fix it', { forwarded: BUG }, `fix it\n\n${BUG_SENT}`],
    ['a forward', '', { forwarded: BUG }, BUG_SENT],
    ['words and a file', 'fix it', { files: [LOG] }, `fix it\n\n${LOG_SENT}`],
    ['words, a forward and a file', 'fix it', { forwarded: BUG, files: [LOG] }, `fix it\n\n${BUG_SENT}\n\n${LOG_SENT}`],
    ['a forward with a file', 'fix it', { forwarded: { text: '', files: [LOG] } }, `fix it\n\n${LOG_SENT}`]
  ])('%s', async (_, words, brought, sent) => {
    const { bring } = await startBringing()
    expect(await bring(way, words, brought)).toMatchObject({ sent: [sent], told: [] })
  })
})

it('says of what cannot be read that it is the reason why nothing is sent', async () => {
  const { bring } = await startBringing()
  const none = (name: string) => ({ sent: [], told: [expect.stringContaining(`Not sent: there’s only “${name}”`)] })
  expect(await bring('reply', '', { forwarded: '' })).toMatchObject(none('a forwarded message'))
  expect(await bring('reply', '', { files: [{ name: 'a.png' }] })).toMatchObject(none('a.png'))
})

it('keeps between people what begins with // or is for somebody else, with all they brought', async () => {
  const { bring, database } = await startBringing()
  for (const words of ['// look', '<@U0ANA> look'])
    expect(await bring('reply', words, { forwarded: BUG, files: [LOG] })).toEqual({ sent: [], told: [], tokens: 0 })
  expect(await database.query('select ts from followup.inbox where is_open')).toEqual([])
})

it('takes a word for the bot as one, whatever was forwarded with it', async () => {
  const { bring } = await startBringing()
  const { sent, told } = await bring('reply', 'status', { forwarded: BUG })
  expect([sent, told]).toEqual([[], [expect.stringMatching(/^\*job_8f2\*: \*working\*/)]])
})

it('never sends the preview of a link, not even of a message', async () => {
  const { slack, ben, channel, cardTs, tell, later, advance, now } = await startBringing({
    refusals: ['reactions.add message_not_found']
  })
  const messageTs = await tell('like https://example.com')
  await slack.unfurl({ channel, messageTs })
  const preview = { is_msg_unfurl: true, text: 'a linked message', from_url: 'https://example.com', author_id: 'U0ANA' }
  const message = {
    type: 'message',
    channel,
    user: ben,
    text: 'like this',
    ts: `${Math.floor(now() / 1_000)}.000100`,
    thread_ts: cardTs()
  }
  const event = { ...message, parent_user_id: slack.botUserId, attachments: [preview] }
  await slack.deliver('events_api', { event_id: 'Ev1', team_id: slack.teamId, type: 'event_callback', event })
  await advance(3_000)
  expect(later()).toEqual(['like https://example.com', 'like this'])
})

it('stops a secret in a file and in a forward', async () => {
  const { bring } = await startBringing()
  const content = 'token = ghp_16C7e42F292c6912E7710c838347Ae178B4a'
  for (const brought of [{ files: [{ name: 'env.txt', content }] }, { forwarded: content }])
    expect(await bring('reply', 'use it', brought)).toMatchObject({
      sent: [],
      told: [expect.stringMatching(/Not sent: line \d looks like a GitHub token/)]
    })
})

const MEGABYTE = 1_000_000

it.each<[string, GivenFile, number, JourneyOptions?]>([
  [
    'of a refused scope',
    LOG,
    1,
    { botScopes: ['channels:history', 'chat:write', 'reactions:write', 'users:read', 'commands'] }
  ],
  ['that was deleted', { ...LOG, isGone: true }, 1],
  [
    'that lies about its type',
    { name: 'build.log', mimetype: 'text/plain', content: Buffer.from([0, 159, 146, 150]) },
    1
  ],
  ['on another host', { ...LOG, url: 'https://files.slack.com.example.com/files-pri/build.log' }, 0],
  ['with another login in its address', { ...LOG, url: 'https://me@files.slack.com/files-pri/build.log' }, 0],
  ['of 50 MB', { ...LOG, size: 50 * MEGABYTE }, 0],
  ['that is larger than Slack says', { ...LOG, content: 'x'.repeat(MEGABYTE), size: 10 }, 1],
  ['of more than 20,000 characters', { ...LOG, content: 'é'.repeat(20_001) }, 1],
  ['that is a picture', { name: 'build.log', mimetype: 'image/png' }, 0]
])('sends the words without a file %s, and says so by its name', async (_, file, asked, options) => {
  const { slack, bring, thread } = await startBringing(options)
  expect(await bring('reply', 'fix it', { files: [file] })).toEqual({ sent: ['fix it'], told: [], tokens: asked })
  expect(thread()).toContainEqual(expect.stringContaining('Sent without “build.log”: I can only read text'))
  expect(slack.filesAsked().every(({ authorization }) => authorization === `Bearer ${slack.botToken}`)).toBe(true)
})

it('sends no more than 40,000 characters of files, the first ones first', async () => {
  const { bring, thread } = await startBringing()
  const files = ['a.txt', 'b.txt', 'c.txt'].map(name => ({ name, content: name.repeat(3_000) }))
  const { sent } = await bring('reply', 'fix it', { files })
  expect(sent[0]).toMatch(/^fix it\n\nFile a\.txt:\n```\n(?:a\.txt)+\n```\n\nFile b\.txt:\n```\n(?:b\.txt)+\n```$/)
  expect(thread()).toContainEqual(expect.stringContaining('Sent without “c.txt”'))
})

import { describe, expect, it } from 'vitest'
import type { GivenFile } from '../../sandbox/slack/file-store.ts'
import type { Forwarded } from '../../sandbox/slack/message-actions.ts'
import { type JourneyOptions, startWatching } from '../support/journey.ts'
import { makeCanary } from '../support/secret-canaries.ts'

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
    ['an emoji and a forward', '👇', { forwarded: BUG }, `👇\n\n${BUG_SENT}`],
    ['words and a file', 'fix it', { files: [LOG] }, `fix it\n\n${LOG_SENT}`],
    ['words, a forward and a file', 'fix it', { forwarded: BUG, files: [LOG] }, `fix it\n\n${BUG_SENT}\n\n${LOG_SENT}`],
    [
      'a snippet',
      'fix it',
      { files: [{ ...LOG, mode: 'snippet', mimetype: 'application/x-perl' }] },
      `fix it\n\n${LOG_SENT}`
    ],
    ['a forward with a file', 'fix it', { forwarded: { text: '', files: [LOG] } }, `fix it\n\n${LOG_SENT}`]
  ])('%s', async (_, words, brought, sent) => {
    const { bring } = await startBringing()
    expect(await bring(way, words, brought)).toMatchObject({ sent: [sent], told: [] })
  })
})

it('says whose each line of a forward is, and sends nothing of it that nobody can see', async () => {
  const { bring } = await startBringing()
  const unseen = String.fromCodePoint(...[...'drop all'].map(letter => 0xe0000 + (letter.codePointAt(0) ?? 0)))
  const text = `fine\n\nForwarded from @Ben in #docs:\nor ${unseen}not\u202e`
  const { sent } = await bring('reply', '', { forwarded: { ...BUG, text } })
  expect(sent).toEqual(['Forwarded from @Ana in #docs:\nfine\n| \n| Forwarded from @Ben in #docs:\n| or not'])
})

it('says of what cannot be read that it is the reason why nothing is sent', async () => {
  const { bring } = await startBringing()
  const none = (name: string) => ({
    sent: [],
    told: [expect.stringContaining(`Not sent: there’s only ${name}, without`)]
  })
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

it('reads a forward and files with all the fields that Slack writes into them', async () => {
  const { slack, ben, channel, later, thread, advance, now, cardTs } = await startBringing({
    refusals: ['reactions.add message_not_found']
  })
  const forward = {
    ts: '1690000000.000100',
    id: 1,
    channel_id: channel,
    channel_team: slack.teamId,
    author_id: 'U0ANA',
    author_name: 'Ana',
    author_link: 'https://stand-in.slack.com/team/U0ANA',
    author_icon: 'https://avatars.slack-edge.com/ana_48.png',
    from_url: `https://stand-in.slack.com/archives/${channel}/p1690000000000100`,
    fallback: '[July 22nd, 2023 4:26 AM] ana: the title is wrong',
    footer: 'Posted in #docs',
    mrkdwn_in: ['text'],
    is_msg_unfurl: true,
    is_share: true,
    text: 'the title is wrong',
    message_blocks: [{ team: slack.teamId, channel, ts: '1690000000.000100', message: { blocks: [] } }]
  }
  const files = [
    { id: 'F0GONE', mode: 'tombstone' },
    { id: 'F0OTHER', mode: 'file_access', file_access: 'check_file_info', created: 0, timestamp: 0, user: '' },
    {
      id: 'F0PIC',
      created: 1690000000,
      timestamp: 1690000000,
      name: 'screen.png',
      title: 'screen.png',
      mimetype: 'image/png',
      filetype: 'png',
      pretty_type: 'PNG',
      user: ben,
      user_team: slack.teamId,
      editable: false,
      size: 41_234,
      mode: 'hosted',
      is_external: false,
      external_type: '',
      is_public: true,
      public_url_shared: false,
      display_as_bot: false,
      username: '',
      url_private: 'https://files.slack.com/files-pri/T0SLACK-F0PIC/screen.png',
      url_private_download: 'https://files.slack.com/files-pri/T0SLACK-F0PIC/download/screen.png',
      thumb_64: 'https://files.slack.com/files-tmb/T0SLACK-F0PIC-1/screen_64.png',
      permalink: 'https://stand-in.slack.com/files/U0BEN/F0PIC/screen.png',
      has_rich_preview: false,
      file_access: 'visible'
    }
  ]
  const event = {
    type: 'message',
    subtype: 'file_share',
    client_msg_id: '6d7f0d1c-6f3c-4c0e-9f0e-000000000001',
    upload: false,
    display_as_bot: false,
    bot_id: null,
    edited: null,
    user_team: null,
    channel,
    channel_type: 'channel',
    team: slack.teamId,
    user: ben,
    text: '',
    ts: `${Math.floor(now() / 1_000)}.000100`,
    thread_ts: cardTs(),
    parent_user_id: slack.botUserId,
    files,
    attachments: [forward]
  }
  await slack.deliver('events_api', { event_id: 'Ev1', team_id: slack.teamId, type: 'event_callback', event })
  await advance(3_000)
  expect(later()).toEqual(['Forwarded from @Ana in #docs:\nthe title is wrong'])
  expect(thread()).toContainEqual(expect.stringContaining('Sent without a file, a file and screen.png'))
})

it.each([
  ['the message', (type: unknown) => type === 'message'],
  ['the mention', (type: unknown) => type === 'app_mention']
])('takes a file along with a mention once, if Slack tells of %s first', async (_, isFirst) => {
  const { slack, channel, ben, bot, runDue, advance, later, marks } = await startBringing()
  slack.hold()
  const { ts } = await slack.say({ user: ben, channel, text: `${bot} job_8f2 fix it`, files: [LOG] })
  const typeOf = ({ payload }: { payload: object }) => 'event' in payload && Object(payload.event).type
  await slack.release(held => held.filter(each => isFirst(typeOf(each))))
  await runDue()
  await slack.release()
  await advance(3_000)
  expect([later(), marks(ts)]).toEqual([[`fix it\n\n${LOG_SENT}`], '📨'])
})

it('stops a secret in a file and in a forward', async () => {
  const { bring } = await startBringing()
  const content = `token = ${makeCanary('a GitHub token')}`
  for (const brought of [{ files: [{ name: 'env.txt', content }] }, { forwarded: content }])
    expect(await bring('reply', 'use it', brought)).toMatchObject({
      sent: [],
      told: [expect.stringMatching(/Not sent: line \d looks like a GitHub token/)]
    })
})

it('asks a second time for a file that Slack did not hand out at once', async () => {
  const { bring } = await startBringing()
  const brought = await bring('reply', 'fix it', { files: [{ ...LOG, failsOnce: true }] })
  expect(brought).toEqual({ sent: [`fix it\n\n${LOG_SENT}`], told: [], tokens: 2 })
})

it('keeps a forward with words that are edited before they are sent', async () => {
  const { agent, reply, edit, advance, later } = await startBringing()
  const { ts } = await reply('when idle: fix it', { forwarded: BUG })
  await edit(ts, 'when idle: fix both')
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  expect(later()).toEqual([`fix both\n\n${BUG_SENT}`])
})

it('sends nothing of a file that its author removes before it goes out, and says so if it is too late', async () => {
  const { slack, agent, channel, ben, reply, edit, advance, later, told } = await startBringing()
  const { ts } = await reply('when idle: fiks it', { files: [LOG] })
  await edit(ts, 'when idle: fix it')
  const removeFiles = async (messageTs: string) => {
    await slack.removeFiles({ channel, messageTs })
    await advance(3_000)
  }
  await removeFiles(ts)
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  const { ts: sentTs } = await reply('fix that', { files: [LOG] })
  await advance(3_000)
  await removeFiles(sentTs)
  expect([later(), told(ben)]).toEqual([
    ['fix it', `fix that\n\n${LOG_SENT}`],
    [expect.stringMatching(/^Not sent: the agent already has your earlier words/)]
  ])
})

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
  ['on another host', { ...LOG, isElsewhere: true }, 0],
  ['of a megabyte', { ...LOG, content: 'x'.repeat(1_000_000) }, 1],
  ['of more than 40,000 characters', { ...LOG, content: 'é'.repeat(40_001) }, 1],
  ['that is a picture', { name: 'build.log', mimetype: 'image/png' }, 0]
])('sends the words without a file %s, and says so by its name', async (_, file, asked, options) => {
  const { slack, bring, thread } = await startBringing(options)
  expect(await bring('reply', 'fix it', { files: [file] })).toEqual({ sent: ['fix it'], told: [], tokens: asked })
  expect(thread()).toContainEqual(expect.stringContaining('Sent without build.log: I can only read text'))
  expect(slack.filesAsked().every(({ authorization }) => authorization === `Bearer ${slack.botToken}`)).toBe(true)
})

it('sends no more than 40,000 characters of files, the first ones first', async () => {
  const { bring, thread } = await startBringing()
  const files = ['a.txt', 'b.txt', 'c.txt'].map(name => ({ name, content: name.repeat(3_000) }))
  const { sent } = await bring('reply', 'fix it', { files })
  expect(sent[0]).toMatch(/^fix it\n\nFile a\.txt:\n```\n(?:a\.txt)+\n```\n\nFile b\.txt:\n```\n(?:b\.txt)+\n```$/)
  expect(thread()).toContainEqual(expect.stringContaining('Sent without c.txt'))
})

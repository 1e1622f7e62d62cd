import { expect, it } from 'vitest'
import type { GivenFile } from '../../sandbox/slack/file-store.ts'
import type { Forwarded } from '../../sandbox/slack/message-actions.ts'
import { WHEN } from '../support/form.ts'
import { type JourneyOptions, startWatching } from '../support/journey.ts'
import { makeCanary } from '../support/secret-canaries.ts'

type Said = { text?: string; forwarded?: Forwarded; files?: GivenFile[] }

/** `above` is what Ben said before it, at the top of its thread. A command and the form bring nothing in Slack but words. */
type Brought = Omit<Said, 'text'> & { above?: Said; isTicked?: boolean }

type Way = 'command' | 'form' | 'shortcut' | 'reply' | 'mention' | 'mention without a job' | 'direct message'

/** Ben says it to job_8f2 in each of the ways to say something, and has what the agent got then, and what else he sees. */
async function startBringing(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { slack, channel, ben, cardTs, now, advance, type, tell, mention, say, own, told, said, later, marks } = journey
  const form = journey.form(ben)
  const marked = (ts: string, where = channel) => [marks(ts, where)]
  /** The form, but for the job and for when it goes out. */
  const shown = () => form.shown().slice(1, form.shown().indexOf(WHEN[0] ?? ''))

  async function send(values: { words?: string; include?: string[] }): Promise<string[]> {
    const lines = shown()
    const errors = await form.send({ job: 'job_8f2', ...values })
    await advance(2_000)
    return [...lines, ...Object.values(errors)]
  }

  const ways: Record<Way, (words: string, brought: Brought & { to?: string }) => Promise<string[]>> = {
    async command(words) {
      if (words !== '') await type(`job_8f2 ${words}`, { by: ben })
      else await journey.openForm('job_8f2', { by: ben })
      return words === '' ? shown() : []
    },
    async form(words) {
      await journey.openForm('', { by: ben })
      return send({ words })
    },
    async shortcut(words, { isTicked, ...brought }) {
      const messageTs = await say(words, brought)
      await slack.shortcut({ user: ben, callbackId: 'send-to-job', channel, messageTs })
      await form.opened()
      return send(isTicked ? { include: ['above'] } : {})
    },
    reply: async (words, brought) => marked(await tell(words, brought)),
    mention: async (words, brought) => marked(await mention(`job_8f2 ${words}`, brought)),
    'mention without a job': async (words, brought) => marked(await mention(words, brought)),
    'direct message': async (words, brought) =>
      marked(await say(`job_8f2 ${words}`, { ...brought, channel: own(ben) }), own(ben))
  }

  /** What the bot says in threads of what was brought. */
  const noted = () =>
    [...said(), ...said(own(ben))]
      .flatMap(words => words.split('\n'))
      .filter(line => /^(?:— With|I left out)/.test(line))

  async function bring(way: Way, words: string, { above, ...brought }: Brought) {
    const where = way === 'direct message' ? own(ben) : channel
    const to = above && (await say(above.text ?? '', { ...above, channel: where }))
    const before = { sent: later().length, noted: noted().length, told: told(ben).length }
    const here = await ways[way](words, { ...brought, ...(to && { to }) })
    const answers = told(ben).slice(before.told)
    const seen = [...here, ...noted().slice(before.noted), ...answers]
    return {
      sent: later().slice(before.sent).map(withoutAddress),
      seen: seen.filter(line => line !== '' && !line.includes('already has a thread here')).map(withoutAddress),
      asked: slack.filesAsked().length
    }
  }

  /** A reply of Ben’s with what nobody can write here. */
  async function deliver(fields: object): Promise<void> {
    const ts = `${Math.floor(now() / 1_000)}.000100`
    const place = { channel, channel_type: 'channel', team: slack.teamId, thread_ts: cardTs() }
    const event = { type: 'message', ...place, user: ben, ts, parent_user_id: slack.botUserId, ...fields }
    await slack.deliver('events_api', { event_id: `Ev${ts}`, team_id: slack.teamId, type: 'event_callback', event })
    await advance(3_000)
  }

  /** Of all that Slack holds back, it tells of this mention of Ben’s first. */
  async function mentionFirst(fields: object): Promise<void> {
    const event = { type: 'app_mention', channel, user: ben, team: slack.teamId, ...fields }
    await slack.deliver('events_api', { event_id: 'EvM', team_id: slack.teamId, type: 'event_callback', event })
    await slack.release(held => held.filter(({ payload }) => Object(payload).event_id === 'EvM'))
    await advance(3_000)
    await slack.release()
    await advance(3_000)
  }

  /** Of a message of Ben’s, this file or all of them. */
  async function removeFiles(messageTs: string, name?: string): Promise<void> {
    await slack.removeFiles({ channel, messageTs, ...(name && { name }) })
    await advance(3_000)
  }

  return { ...journey, bring, deliver, mentionFirst, removeFiles }
}

const withoutAddress = (words: string) => words.replace(/https:\/\/stand-in\.slack\.com\/archives\/\S+/, '<address>')

const BUG: Forwarded = { text: 'the *title* is wrong & <@U0BEN> saw it', author: 'U0ANA', channel: 'C0DOCS' }
const BUG_SENT = 'Forwarded from @Ana in #docs:\nthe *title* is wrong & @Ben saw it'
const LOG: GivenFile = { name: 'build.log', content: 'line 1\n``` 2\n' }
const LOG_SENT = 'File build.log:\n````\nline 1\n``` 2\n````'
const SNIPPET: GivenFile = { ...LOG, mode: 'snippet', mimetype: 'application/x-perl' }
const LOG_ALONE: Forwarded = { text: '', files: [LOG] }
const PICTURES = ['a', 'b', 'c'].map(name => ({ name: `${name}.png` }))
const SECRET = `token = ${makeCanary('a GitHub token')}`
const KEY: GivenFile = { name: 'key.txt', content: `${SECRET}\n${SECRET}` }
const TALK: Said = { text: 'the intro is too long' }
const FILED: Said = { ...TALK, files: [LOG] }
const TALK_SENT = 'From the thread above:\nBen (2026-11-20 14:00 UTC): the intro is too long'

const MESSAGES: Way[] = ['reply', 'mention', 'direct message']
const WHAT = /^Not sent: what should \*job_8f2\* do\?/
const ONLY_PICTURES =
  'Not sent: there’s only a.png, b.png and c.png, without words. Say what the agent should do, or paste what it should read.'
const ONLY_FORWARD = /^Not sent: there’s only a forwarded message, without words\./
const WITHOUT_PICTURES =
  'I left out a.png, b.png and c.png: I can only read text, up to 40,000 characters in all. Paste what matters, or link to it.'
const WITH_ONE = '— With 1 message from the thread'
const FROM_BEN = 'From Ben in Slack: <address>'
const QUESTION = 'What should it do?:'
const STAYS = '— Attachments aren’t sent from this form. Paste what matters.'
const BOX = 'Messages above this one: Include up to 20 of them'

const LINKED = { env: { AGENT_JOB_LINK: 'https://agents.example/runs/{jobId}' } }

type Outcome = [sent: string | undefined, seen: (string | RegExp)[]]

const parts = (...words: string[]) => words.join('\n\n')
const goes = (sent: string, ...noted: string[]): Outcome => [sent, ['📨', ...noted]]
const stays = (...answers: (string | RegExp)[]): Outcome => [undefined, answers]
/** The form has the words and who wrote them, and sends that. */
const asks = (words: string, ...more: string[]): Outcome => [words, [`${QUESTION} ${words}`, ...more]]

/** What is brought, in which ways, with which words; what the agent gets, and what else whoever brings it sees. */
const TABLE: [what: string, Way[], words: string, Brought, ...Outcome][] = [
  ['nothing', ['reply'], '', {}, ...stays()],
  ['nothing', ['mention', 'direct message'], '', {}, ...stays(WHAT)],
  ['nothing', ['command'], '', {}, ...stays(QUESTION)],
  ['nothing', ['form'], ' ', {}, ...stays(QUESTION, 'Say what the agent should do.')],
  ['words', MESSAGES, 'fix it', {}, ...goes('fix it')],
  ['words', ['command'], 'fix it', {}, 'fix it', []],
  ['words', ['form'], 'fix it', {}, 'fix it', [QUESTION]],
  ['words', ['shortcut'], 'fix it', {}, ...asks(parts('fix it', FROM_BEN))],

  ['a forward', MESSAGES, '', { forwarded: BUG }, ...goes(BUG_SENT)],
  ['a forward', ['mention without a job'], '', { forwarded: BUG }, ...stays(/^Not sent: which job .*\n>Forwarded/)],
  ['a forward', ['shortcut'], '', { forwarded: BUG }, ...asks(parts(BUG_SENT, FROM_BEN))],
  ['words and a forward', MESSAGES, 'fix it', { forwarded: BUG }, ...goes(parts('fix it', BUG_SENT))],
  ['an emoji and a forward', MESSAGES, '👇', { forwarded: BUG }, ...goes(parts('👇', BUG_SENT))],
  ['a forward of unknown origin', MESSAGES, '', { forwarded: 'a < b' }, ...goes('Forwarded:\na < b')],
  ['an empty forward', ['reply', 'mention without a job'], '', { forwarded: '' }, ...stays(ONLY_FORWARD)],
  ['an empty forward', ['mention', 'direct message'], '', { forwarded: '' }, ...stays(WHAT)],
  ['a forward with a word for the bot', MESSAGES, 'status', { forwarded: BUG }, ...stays(/^\*job_8f2\*: \*working\*/)],
  ['a forward of a secret', MESSAGES, 'use it', { forwarded: SECRET }, ...stays(/line 4 looks like a GitHub token/)],

  ['a file', ['shortcut'], '', { files: [LOG] }, ...asks(FROM_BEN, STAYS)],
  ['a file', ['mention', 'direct message'], '', { files: [LOG] }, ...stays(WHAT)],
  ['words and a file', MESSAGES, 'fix it', { files: [LOG] }, ...goes(parts('fix it', LOG_SENT))],
  ['words and a file', ['shortcut'], 'fix it', { files: [LOG] }, ...asks(parts('fix it', FROM_BEN), STAYS)],
  ['words and a snippet', MESSAGES, 'fix it', { files: [SNIPPET] }, ...goes(parts('fix it', LOG_SENT))],
  ['words and a forwarded file', MESSAGES, 'fix it', { forwarded: LOG_ALONE }, ...goes(parts('fix it', LOG_SENT))],
  ['all three', MESSAGES, 'fix it', { forwarded: BUG, files: [LOG] }, ...goes(parts('fix it', BUG_SENT, LOG_SENT))],
  ['pictures', ['reply'], '', { files: PICTURES }, ...stays(ONLY_PICTURES)],
  ['words and pictures', MESSAGES, 'fix it', { files: PICTURES }, ...goes('fix it', WITHOUT_PICTURES)],
  [
    'a file with secrets',
    MESSAGES,
    'use it',
    { files: [KEY] },
    ...stays(/Not sent: a file or its name contains a GitHub token\.\n/)
  ],

  ['only a thread above', ['mention'], '', { above: TALK }, ...stays(WHAT)],
  ['a thread above', ['mention'], 'fix it', { above: TALK }, ...goes(parts('fix it', TALK_SENT), WITH_ONE)],
  ['a thread above', ['direct message'], 'fix it', { above: TALK }, ...goes('fix it')],
  ['a thread above', ['shortcut'], 'fix it', { above: TALK }, ...asks(parts('fix it', FROM_BEN), BOX)],
  [
    'a thread above, ticked',
    ['shortcut'],
    'fix it',
    { above: TALK, isTicked: true },
    parts('fix it', FROM_BEN, TALK_SENT),
    [`${QUESTION} ${parts('fix it', FROM_BEN)}`, BOX, WITH_ONE]
  ],
  ['a file in a thread above', ['mention'], 'fix it', { above: FILED }, ...goes(parts('fix it', TALK_SENT), WITH_ONE)],
  [
    'a thread with only a forward above',
    ['mention'],
    'fix it',
    { above: { forwarded: BUG } },
    ...goes(`fix it\n\nFrom the thread above:\nBen (2026-11-20 14:00 UTC): ${BUG_SENT.replace('\n', '\n| ')}`, WITH_ONE)
  ],
  [
    'all four',
    ['mention'],
    'fix it',
    { forwarded: BUG, files: [LOG], above: TALK },
    ...goes(parts('fix it', BUG_SENT, LOG_SENT, TALK_SENT), WITH_ONE)
  ]
]

it.each(TABLE)('%s, brought in a %j', async (_, ways, words, brought, sent, seen) => {
  const { bring } = await startBringing()
  for (const way of ways)
    expect([way, await bring(way, words, brought)]).toMatchObject([
      way,
      {
        sent: sent === undefined ? [] : [sent],
        seen: seen.map(line => (typeof line === 'string' ? line : expect.stringMatching(line)))
      }
    ])
})

it('says whose each line of a forward is, and sends nothing of it that nobody can see', async () => {
  const { bring } = await startBringing()
  const unseen = String.fromCodePoint(...[...'drop all'].map(letter => 0xe0000 + (letter.codePointAt(0) ?? 0)))
  const text = `fine\n\nForwarded from @Ben in #docs:\nor ${unseen}not\u202e`
  const { sent } = await bring('reply', '', { forwarded: { ...BUG, text } })
  expect(sent).toEqual(['Forwarded from @Ana in #docs:\nfine\n| \n| Forwarded from @Ben in #docs:\n| or not'])
})

it('keeps between people what begins with // or is for somebody else, with all they brought', async () => {
  const { bring, database } = await startBringing()
  for (const words of ['// look', '<@U0ANA> look'])
    expect(await bring('reply', words, { forwarded: BUG, files: [LOG] })).toEqual({ sent: [], seen: [], asked: 0 })
  expect(await database.query('select ts from followup.inbox where is_open')).toEqual([])
})

it.each([
  ['the message', 'message'],
  ['the mention', 'app_mention']
])('takes a file along with a mention once, if Slack tells of %s first', async (_, first) => {
  const { slack, channel, ben, bot, runDue, advance, later, marks } = await startBringing()
  slack.hold()
  const { ts } = await slack.say({ user: ben, channel, text: `${bot} job_8f2 fix it`, files: [LOG] })
  await slack.release(held => held.filter(({ payload }) => Object(payload.event).type === first))
  await runDue()
  await slack.release()
  await advance(3_000)
  expect([later(), marks(ts)]).toEqual([[`fix it\n\n${LOG_SENT}`], '📨'])
})

it.each([
  ['words', 'job_8f2 fix it', {}, 'fix it'],
  ['words with a forward', 'job_8f2 when idle: fix it', { forwarded: BUG }, parts('fix it', BUG_SENT)],
  ['words for a job named by its link', 'https://agents.example/runs/job_8f2 fix it', {}, 'fix it']
])(
  'says what stayed behind if Slack tells of a mention’s file only after its %s went out',
  async (_, words, brought, sent) => {
    const { slack, agent, channel, ben, bot, advance, later, told } = await startBringing(LINKED)
    agent.finish('job_8f2', { prLink: null })
    await advance(60_000)
    slack.hold()
    await slack.say({ user: ben, channel, text: `${bot} ${words}`, files: [LOG], ...brought })
    await slack.release(held => held.filter(({ payload }) => JSON.stringify(payload).includes('app_mention')))
    await advance(3_000)
    expect(later()).toEqual([sent])
    await slack.release()
    await advance(3_000)
    expect([later(), told(ben).at(-1)]).toEqual([
      [sent],
      expect.stringMatching(/^Sent without \S+: your words had already gone out/)
    ])
  }
)

it.each([
  [
    'words',
    ' job_8f2 fix both',
    /^Not sent: the agent already has your earlier words, without build\.log\.\n>fix both\n/
  ],
  ['the same words', ', job_8f2 fix it', /^Sent without build\.log: your words had already gone out/],
  ['no words', '', /^Too late: the agent already has it, without build\.log\.$/]
])(
  'says what stayed behind if Slack tells of a mention’s file only after an edit to %s that was too late',
  async (...row) => {
    const [, words, answered] = row
    const { slack, channel, ben, bot, edit, advance, later, told } = await startBringing()
    slack.hold()
    const { ts } = await slack.say({ user: ben, channel, text: `${bot} job_8f2 fix it`, files: [LOG] })
    await slack.release(held => held.filter(({ payload }) => JSON.stringify(payload).includes('app_mention')))
    await advance(3_000)
    await edit(ts, `${bot}${words}`)
    await slack.release()
    await advance(3_000)
    expect([later(), told(ben).at(-1)]).toEqual([['fix it'], expect.stringMatching(answered)])
  }
)

it('asks a second time for a file that Slack did not hand out at once', async () => {
  const { bring } = await startBringing()
  const brought = await bring('reply', 'fix it', { files: [{ ...LOG, trouble: 'fails once' }] })
  expect(brought).toEqual({ sent: [parts('fix it', LOG_SENT)], seen: ['📨'], asked: 2 })
})

it('keeps a forward with words that are edited before they are sent', async () => {
  const { agent, reply, edit, advance, later } = await startBringing()
  const { ts } = await reply('when idle: fix it', { forwarded: BUG })
  await edit(ts, 'when idle: fix both')
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  expect(later()).toEqual([`fix both\n\n${BUG_SENT}`])
})

const UNKNOWN_TO_SLACK = { refusals: ['reactions.add message_not_found'] }

it('sends nothing of a file that its author removes before it goes out, and says so if it is too late', async () => {
  const { agent, ben, reply, tell, edit, removeFiles, advance, later, told, thread } = await startBringing()
  const { ts } = await reply('when idle: fiks it', { files: [LOG] })
  await edit(ts, 'when idle: fix it')
  await removeFiles(ts)
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  await removeFiles(await tell('fix that', { files: [LOG] }))
  await removeFiles(await tell('fix both', { files: [LOG, { ...LOG, name: 'other.log' }] }), 'other.log')
  const tooLate = expect.stringMatching(/^Not sent: the agent already has your earlier words/)
  expect([later().slice(0, 2), told(ben)]).toEqual([
    ['fix it', `fix that\n\n${LOG_SENT}`],
    [tooLate, tooLate]
  ])
  expect(thread().join()).not.toContain('I left out')
})

it('never sends anything merely because a file was removed: what was refused or only said to people stays so, and what waits goes out when it would', async () => {
  const { agent, reply, tell, removeFiles, sleep, later, ana } = await startBringing()
  agent.fail('send', { status: 400 })
  const refusedTs = await tell('drop the tables', { files: [LOG] })
  await tell('only mentions', { by: ana })
  const { ts: talkTs } = await reply('is this what you meant?', { files: [LOG] })
  await tell('every reply', { by: ana })
  for (const messageTs of [refusedTs, talkTs]) await removeFiles(messageTs)
  const { ts } = await reply('in 2 hours: fix it', { files: [LOG] })
  await sleep(3_600_000)
  await removeFiles(ts)
  expect(later()).toEqual([])
  await sleep(3_600_000)
  expect(later()).toEqual(['fix it'])
})

it('does not send what was refused because a file of it is removed a day later', async () => {
  const { agent, tell, removeFiles, advance, sleep, upkeep, later } = await startBringing()
  agent.finish('job_8f2', { prLink: null })
  await advance(900_000)
  agent.fail('send', { status: 400 })
  const messageTs = await tell('when idle: drop the tables', { files: [LOG] })
  await advance(60_000)
  await sleep(26 * 3_600_000)
  await upkeep()
  await removeFiles(messageTs)
  expect(later()).toEqual([])
})

it('sends nothing of a file whose removal Slack delivers before the message that brought it', async () => {
  const { slack, ben, channel, cardTs, now, advance, later, deliver } = await startBringing(UNKNOWN_TO_SLACK)
  const kept = await slack.say({ user: ben, channel, text: 'kept', files: [LOG] })
  const ts = `${Math.floor(now() / 1_000)}.000100`
  const place = { channel, channel_type: 'channel', team: slack.teamId }
  const said = { type: 'message', user: ben, ts, thread_ts: cardTs(), parent_user_id: slack.botUserId, text: 'fix it' }
  const change = { subtype: 'message_changed', message: said, previous_message: { ...said, files: kept.files } }
  const event = { ...place, type: 'message', ts: `${Math.floor(now() / 1_000) + 1}.000100`, ...change }
  await slack.deliver('events_api', { event_id: 'EvLost', team_id: slack.teamId, type: 'event_callback', event })
  await deliver({ text: 'fix it', files: kept.files })
  await advance(3_000)
  expect(later()).toEqual(['fix it'])
})

it('says that a file was left behind which came with nothing but thanks', async () => {
  const { tell, later, told, ben } = await startBringing()
  await tell('ok', { files: [LOG] })
  expect([later(), told(ben)]).toEqual([[], [expect.stringMatching(/^Not sent: there’s only \S+, without words\./)]])
})

it('never sends the preview of a link, not even of a message', async () => {
  const { slack, channel, tell, later, deliver } = await startBringing(UNKNOWN_TO_SLACK)
  const messageTs = await tell('like https://example.com')
  await slack.unfurl({ channel, messageTs })
  const preview = { is_msg_unfurl: true, text: 'a linked message', from_url: 'https://example.com', author_id: 'U0ANA' }
  await deliver({ text: 'like this', attachments: [preview] })
  expect(later()).toEqual(['like https://example.com', 'like this'])
})

const OF_EVERY_FILE = {
  created: 1690000000,
  timestamp: 1690000000,
  user: 'U0BEN',
  user_team: 'T0STANDIN1',
  is_external: false,
  external_type: '',
  is_public: true,
  public_url_shared: false,
  display_as_bot: false,
  username: '',
  has_rich_preview: false,
  file_access: 'visible'
}

it('reads forwards, files and snippets with all the fields that Slack writes into them', async () => {
  const { slack, ben, channel, later, thread, deliver } = await startBringing(UNKNOWN_TO_SLACK)
  const blocks = [
    {
      type: 'rich_text',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'the title is wrong' }] }]
    }
  ]
  const forward = {
    ts: '1690000000.000100',
    id: 1,
    channel_id: channel,
    channel_team: slack.teamId,
    author_id: 'U0ANA',
    author_name: 'Ana',
    author_subname: 'Ana',
    author_link: 'https://stand-in.slack.com/team/U0ANA',
    author_icon: 'https://avatars.slack-edge.com/ana_48.png',
    from_url: `https://stand-in.slack.com/archives/${channel}/p1690000000000100`,
    fallback: '[July 22nd, 2023 4:26 AM] ana: the title is wrong',
    footer: 'Posted in #docs',
    color: 'D0D0D0',
    mrkdwn_in: ['text'],
    is_msg_unfurl: true,
    is_share: true,
    text: 'the title is wrong',
    message_blocks: [{ team: slack.teamId, channel, ts: '1690000000.000100', message: { blocks } }]
  }
  await deliver({ text: '', blocks: null, files: null, attachments: [{ ...forward, blocks: null, files: null }] })

  const picture = {
    ...OF_EVERY_FILE,
    id: 'F0PIC',
    name: 'screen.png',
    title: 'screen.png',
    mimetype: 'image/png',
    filetype: 'png',
    pretty_type: 'PNG',
    editable: false,
    size: 41_234,
    mode: 'hosted',
    url_private: 'https://files.slack.com/files-pri/T0SLACK-F0PIC/screen.png',
    url_private_download: 'https://files.slack.com/files-pri/T0SLACK-F0PIC/download/screen.png',
    thumb_64: 'https://files.slack.com/files-tmb/T0SLACK-F0PIC-1/screen_64.png',
    permalink: 'https://stand-in.slack.com/files/U0BEN/F0PIC/screen.png'
  }
  const files = [
    { id: 'F0GONE', mode: 'tombstone' },
    { id: 'F0OTHER', mode: 'file_access', file_access: 'check_file_info', created: 0, timestamp: 0, user: '' },
    picture
  ]
  const upload = {
    subtype: 'file_share',
    client_msg_id: '6d7f0d1c-6f3c-4c0e-9f0e-000000000001',
    upload: false,
    bot_id: null,
    edited: null,
    user_team: null
  }
  await deliver({ ...upload, text: '', files, attachments: [forward] })

  const content = 'print("a < b")\n'
  const kept = await slack.say({ user: ben, channel, text: 'kept', files: [{ name: 'title.py', content }] })
  const snippet = {
    ...OF_EVERY_FILE,
    id: 'F0SNIP',
    name: 'title.py',
    title: 'Untitled',
    mimetype: 'application/octet-stream',
    filetype: 'python',
    pretty_type: 'Python',
    editable: true,
    size: content.length,
    mode: 'snippet',
    url_private: kept.files?.[0]?.url_private,
    permalink: 'https://stand-in.slack.com/files/U0BEN/F0SNIP/title.py',
    edit_link: 'https://stand-in.slack.com/files/U0BEN/F0SNIP/title.py/edit',
    preview: 'print("a',
    preview_highlight:
      '<div class="CodeMirror cm-s-default"><div class="CodeMirror-code"><pre>print("a</pre></div></div>',
    preview_is_truncated: true,
    lines: 1,
    lines_more: 0
  }
  await deliver({ ...upload, text: 'the title is wrong', blocks, files: [snippet] })

  const forwarded = 'Forwarded from @Ana in #docs:\nthe title is wrong'
  const sent = 'the title is wrong\n\nFile title.py:\n```\nprint("a < b")\n```'
  expect(later()).toEqual([forwarded, forwarded, sent])
  const notes = thread().filter(line => line.includes('I left out'))
  expect(notes).toEqual([expect.stringContaining('a file and screen.png')])
})

const NO_FILES = { botScopes: ['channels:history', 'chat:write', 'reactions:write', 'users:read', 'commands'] }

it.each<[string, Partial<GivenFile>, number, JourneyOptions?]>([
  ['of a refused scope', {}, 1, NO_FILES],
  ['that was deleted', { trouble: 'is gone' }, 1],
  ['for which Slack shows a page', { trouble: 'shows a page' }, 1],
  ['for which Slack leads to another host', { trouble: 'leads elsewhere' }, 1],
  ['on another host', { trouble: 'is elsewhere' }, 0],
  ['that lies about its type', { content: Buffer.from([0, 159, 146, 150]) }, 1],
  ['of 50 MB', { content: Buffer.alloc(50_000_000, 'x') }, 1],
  ['of more than 40,000 characters', { content: 'é'.repeat(40_001) }, 1],
  ['that is a picture', { mimetype: 'image/png' }, 0]
])('sends the words without a file %s, and says so by its name', async (_, file, asked, options) => {
  const { bring } = await startBringing(options)
  const without = expect.stringContaining('I left out build.log: I can only read text')
  const brought = await bring('reply', 'fix it', { files: [{ ...LOG, ...file }] })
  expect(brought).toEqual({ sent: ['fix it'], seen: ['📨', without], asked })
})

it('waits for no file that never comes, or not to an end, and sends the others', async () => {
  const { bring } = await startBringing({ slackTimeoutMs: 700 })
  const files: GivenFile[] = [
    { ...LOG, name: 'silent.log', trouble: 'never answers' },
    { ...LOG, name: 'slow.log', trouble: 'drips' },
    LOG
  ]
  expect(await bring('reply', 'fix it', { files })).toEqual({
    sent: [`fix it\n\n${LOG_SENT}`],
    seen: ['📨', expect.stringContaining('I left out silent.log and slow.log: ')],
    asked: 5
  })
})

it('sends no more than 40,000 characters of files, the first ones first', async () => {
  const { bring } = await startBringing()
  const files = ['a.txt', 'b.txt', 'c.txt'].map(name => ({ name, content: name.repeat(3_000) }))
  expect(await bring('reply', 'fix it', { files })).toMatchObject({
    sent: [
      expect.stringMatching(/^fix it\n\nFile a\.txt:\n```\n(?:a\.txt)+\n```\n\nFile b\.txt:\n```\n(?:b\.txt)+\n```$/)
    ],
    seen: ['📨', expect.stringContaining('I left out c.txt')]
  })
})

it.each(['job_8f2', 'https://agents.example/runs/job_8f2'])(
  'says nothing false of the file of a mention of %s that Slack tells about with it, and then again',
  async job => {
    const { slack, channel, ben, bot, mentionFirst, later, told } = await startBringing(LINKED)
    slack.hold()
    const { ts, text, files } = await slack.say({ user: ben, channel, text: `${bot} ${job} fix it`, files: [LOG] })
    await mentionFirst({ ts, text, files })
    const hint = expect.stringContaining('already has a thread')
    expect([later(), told(ben)]).toEqual([[`fix it\n\n${LOG_SENT}`], [hint]])
  }
)

it('takes the file of what an edit made a mention along, though Slack tells of it first as a mention without it', async () => {
  const { slack, channel, ben, bot, advance, mentionFirst, later, told } = await startBringing()
  const { ts } = await slack.say({ user: ben, channel, text: 'job_8f2 fix it', files: [LOG] })
  await advance(3_000)
  slack.hold()
  const { text, edited } = await slack.edit({ user: ben, channel, messageTs: ts, text: `${bot} job_8f2 fix it` })
  await mentionFirst({ ts, text, edited })
  expect(later()).toEqual([`fix it\n\n${LOG_SENT}`])
  expect(told(ben)).toEqual([expect.stringContaining('already has a thread')])
})

it('says that it is too late for an edit that takes back a paragraph about a file', async () => {
  const { tell, edit, later, told, ben } = await startBringing()
  await edit(await tell('fix it\n\nFile a ticket for the rest'), 'fix it')
  expect([later(), told(ben)]).toEqual([
    ['fix it\n\nFile a ticket for the rest'],
    [expect.stringMatching(/^Not sent: the agent already has your earlier words/)]
  ])
})

import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { makeCanary } from '../support/secret-canaries.ts'
import { startWatching } from '../support/watched-job.ts'

const LINK = 'https://github.com/example/shop/pull/7'
const SENT = 'The log of *job_8f2* is in your direct messages with me: one instruction, as a CSV file.'
const NOT_SENT = 'I couldn’t send you the log of *job_8f2*. Press *Download* again in a minute.'
const MAY_NOT = 'I can’t send files in this workspace. Ask whoever runs this bot to allow it.'

/** Ana's job, and somebody who asks for its log and presses *Download*. */
async function startLog(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { slack, ana, channel, command, press, pressAndHear } = journey
  await journey.advance(2_000)
  const files = (user = ana) => slack.messages(slack.directChannel(user).id).flatMap(message => message.files ?? [])
  const logTs = (by: string, where: string) =>
    slack.ephemerals(where, by).findLast(shown => asShown(shown).includes('[Download]'))?.ts ?? ''
  return {
    ...journey,
    files,
    showLog: (by = ana, where = channel) => command('log job_8f2', { by, channel: where }),
    download: (by = ana, where = channel) =>
      pressAndHear('log-download', { by, on: logTs(by, where), channel: where, value: 'job_8f2' }),
    pressOnly: (by = ana, where = channel) =>
      press('log-download', { by, on: logTs(by, where), channel: where, value: 'job_8f2' }),
    /** What the newest file holds, as a person gets it. */
    async content(user = ana) {
      const response = await fetch(String(files(user).at(-1)?.url_private_download))
      return Buffer.from(await response.arrayBuffer()).toString('utf8')
    }
  }
}

it('brings every instruction that the reader may see into their direct messages, as a file', async () => {
  const { slack, agent, channel, ben, cardTs, reply, advance, showLog, download, files, content } = await startLog()
  agent.finish('job_8f2', { prLink: LINK })
  await advance(30_000)
  await reply('rename it, "please"\n\nand the tests — çé')
  await advance(2_000)
  expect(await showLog(ben)).toMatch(/\n\[Download\]$/)
  const before = slack.messages(channel).length
  expect(await download(ben)).toBe(
    'The log of *job_8f2* is in your direct messages with me: 2 instructions, as a CSV file.'
  )
  expect(files(ben)).toMatchObject([{ name: 'job_8f2-log.csv', title: 'Log of job_8f2' }])
  const card = `https://stand-in.slack.com/archives/C0DOCS/p${cardTs().replace('.', '')}?thread_ts=${cardTs()}&cid=C0DOCS`
  expect(await content(ben)).toBe(
    [
      '\ufeffWhen,Who,Instruction,Outcome,Ended,Pull request,Card',
      `2026-11-20T14:00:32Z,Ben,"rename it, ""please""\n\nand the tests — çé",⏳ working,,,${card}`,
      `2026-11-20T14:00:00Z,Ana,add examples,✅ finished,2026-11-20T14:00:05Z,${LINK},${card}`,
      ''
    ].join('\r\n')
  )
  expect(slack.messages(channel)).toHaveLength(before)
  // The log is still there, with its button.
  expect(slack.ephemerals(channel, ben).map(asShown)[0]).toMatch(/\n\[Download\]$/)
})

it('lets no spreadsheet take what somebody wrote for a formula', async () => {
  const { advance, reply, showLog, download, content } = await startLog()
  for (const words of ['=1+1', '+1 for the title', '-1 of "it"', '@SUM(A1)']) await reply(words)
  await advance(60_000)
  await showLog()
  await download()
  expect(await content()).toMatch(/,'@SUM\(A1\),[\s\S]*,"'-1 of ""it""",[\s\S]*,'\+1 for the title,[\s\S]*,'=1\+1,/)
})

it('leaves out of the file what its author took back, but not that they did', async () => {
  const { slack, channel, advance, reply, showLog, download, content } = await startLog({
    refusals: ['reactions.remove message_not_found']
  })
  const { ts: messageTs } = await reply('at 18:00: blame the boss')
  await advance(3_000)
  await slack.remove({ channel, messageTs })
  await advance(3_000)
  await showLog()
  await download()
  expect(await content()).toMatch(/,Ben,taken back before it was sent,🚫 cancelled,/)
  expect(await content()).not.toContain('the boss')
})

it('brings more than a page, and what was asked in a private channel only to whoever is there', async () => {
  const { slack, ana, ben, database, command, advance, showLog, download, content } = await startLog()
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, written_at_ms, progress)
     select 'f_x' || n, project_id, job_id, team_id, channel_id, thread_ts, requester_id, 'old ' || n, 0, written_at_ms - n, '{"state": "cancelled", "atMs": 0}'
     from followup.followup, generate_series(1, 24) as n where id = 'f_1'`
  )
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana, ben] }).id
  await command('job_8f2 plan the merger', { channel: secret })
  await advance(3_000)
  const lines = async (by: string) => (await content(by)).trim().split('\r\n').length - 1
  await showLog(ben)
  await download(ben)
  expect(await lines(ben)).toBe(25)
  expect(await content(ben)).not.toContain('merger')
  await showLog(ana, secret)
  await download(ana, secret)
  expect(await lines(ana)).toBe(26)
})

it('brings nothing of a private channel to somebody who has left it', async () => {
  const { slack, ana, ben, command, advance, pass, showLog, files } = await startLog({
    refusals: ['chat.postEphemeral user_not_in_channel']
  })
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana, ben] }).id
  await command('job_8f2 plan the merger', { channel: secret })
  await advance(3_000)
  await showLog(ben, secret)
  const { ts } = slack.ephemerals(secret, ben)[0] ?? {}
  await slack.removeFrom(secret, ben)
  await pass(11_000)
  await slack.deliver('interactive', {
    type: 'block_actions',
    user: { id: ben },
    team: { id: slack.teamId },
    channel: { id: secret, name: 'privategroup' },
    container: { type: 'message', message_ts: ts, channel_id: secret, is_ephemeral: true },
    actions: [{ type: 'button', action_id: 'log-download', action_ts: '1.0', value: 'job_8f2' }]
  })
  await slack.waitFor(() => slack.calls('chat.postEphemeral').length > 0, 'an answer', 5_000)
  expect(files(ben)).toEqual([])
})

it('says that it did not work when the upload fails, shows no file, and works when it is pressed again', async () => {
  const { slack, showLog, download, files } = await startLog({ slackTimeoutMs: 500 })
  await showLog()
  const troubles = [
    () => slack.fail('files.getUploadURLExternal', { error: 'internal_error' }),
    () => slack.fail('upload', { kind: 'hang' }),
    () => slack.fail('upload', { status: 500 }),
    () => slack.fail('upload', { status: 302 }),
    () => slack.fail('upload', { kind: 'reset after processing' }),
    () => slack.fail('files.completeUploadExternal', { error: 'restricted_action' })
  ]
  for (const makeTrouble of troubles) {
    makeTrouble()
    expect(await download()).toBe(NOT_SENT)
    expect(files()).toEqual([])
  }
  expect(await download()).toBe(SENT)
  expect(files()).toHaveLength(1)
})

it('does not claim to know when Slack does not say whether it shows the file', async () => {
  const { slack, showLog, download, files } = await startLog()
  await showLog()
  slack.fail('files.completeUploadExternal', { kind: 'reset after processing' })
  expect(await download()).toBe(
    'I’m not sure whether the log of *job_8f2* is in your direct messages with me. If it isn’t, press *Download* again.'
  )
  expect(files()).toHaveLength(1)
})

it('sends one file for each press, even if both come at once', async () => {
  const { slack, ana, told, showLog, pressOnly, files } = await startLog()
  await showLog()
  const before = told(ana).length
  await Promise.all([pressOnly(), pressOnly()])
  await slack.waitFor(() => told(ana).length === before + 2, 'two private answers', 5_000)
  expect(told(ana).slice(-2)).toEqual([SENT, SENT])
  expect(files()).toHaveLength(2)
})

it('offers no download where the scope was not granted, and tells the operator at the start', async () => {
  const botScopes = ['chat:write', 'channels:read', 'groups:read', 'im:write', 'users:read', 'channels:history']
  const { showLog, log } = await startLog({ botScopes: [...botScopes, 'commands', 'reactions:write'] })
  expect(await showLog()).not.toContain('[Download]')
  expect(log.filter(({ words }) => words.includes('lacks the optional scope files:write'))).toHaveLength(1)
})

it('says that it cannot send files, if the scope was taken away after the button was shown', async () => {
  const { slack, showLog, download, files } = await startLog()
  await showLog()
  slack.fail('files.getUploadURLExternal', { error: 'missing_scope' })
  expect(await download()).toBe(MAY_NOT)
  slack.fail('files.completeUploadExternal', { error: 'file_uploads_disabled' })
  expect(await download()).toBe(MAY_NOT)
  expect(files()).toEqual([])
})

it('brings nothing to somebody who may no longer use the bot', async () => {
  const { slack, ben, restart, showLog, download, files } = await startLog()
  await showLog(ben)
  await restart({ ALLOWED_USERS: 'U0ANA' })
  expect(await download(ben)).toMatch(/^Not done: you’re not on the list/)
  expect(files(ben)).toEqual([])
  expect(slack.calls('files.getUploadURLExternal')).toEqual([])
})

it('hides in the file a secret that was sent to the agent anyway', async () => {
  const { command, advance, showLog, download, content, later } = await startLog({ env: { SECRETS: 'send' } })
  const token = makeCanary('github')
  await command(`job_8f2 use token=${token} for it`)
  await advance(2_000)
  await showLog()
  await download()
  expect(later()).toEqual([`use token=${token} for it`])
  expect(await content()).toContain(',use token=•••• for it,')
})

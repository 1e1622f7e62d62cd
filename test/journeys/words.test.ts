import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startJourney, startWatching, startWithJob } from '../support/journey.ts'

const BOT = '<@U0AGENTBOT>'

/** Ana has told two jobs something in #docs, and one in a channel that nobody else should hear of. Ben can write in every way. */
async function startWriting() {
  const journey = await startWatching()
  const { slack, ana, ben, job, type, command, reply, own, cardTs, advance, told } = journey
  for (const id of ['job_9', 'job_secret']) job(id)
  const plans = slack.addChannel({ name: 'plans', kind: 'private', members: [ana] }).id
  await type('job_secret plan <it>', { channel: plans })
  await type('job_9 fix `the` title')
  const to = cardTs()
  const say = (text: string, channel = journey.channel) => slack.say({ user: ben, channel, text })
  const ways = {
    command: (text: string) => command(text, { by: ben }),
    reply: (text: string) => reply(text, { to }),
    mention: (text: string) => say(`${BOT} ${text}`),
    'direct message': (text: string) => say(text, own(ben))
  }
  /** Says it, and returns what is told to whoever did. */
  async function write(way: keyof typeof ways, text: string): Promise<string[]> {
    const before = told(ben).length
    const answer = await ways[way](text)
    await advance(3_000)
    return typeof answer === 'string' && answer ? [answer] : told(ben).slice(before)
  }
  return { ...journey, plans, write }
}

type Way = Parameters<Awaited<ReturnType<typeof startWriting>>['write']>[0]

const CANNOT_STOP =
  'Not sent: I can’t stop an agent. To take back what hasn’t gone out yet, press *Cancel* or delete your message.'
const NO_ID =
  '“job/8” can’t be a job’s id. Put the id first: it begins with a letter, a digit or `_`, and contains only those, `-`, `.` and `:`.'
const WORKS = /^\*job_8f2\*: \*working\*/
const JOBS = /^The jobs of this channel/
const HELP = `*Steer an agent job from here.*
\`/agent-followup <jobId> <what it should do>\` sends a follow-up and posts a card that shows how it ends.
\`/agent-followup\` alone opens a form for it, and so does *Send to an agent job* in the menu of a message.
\`/agent-followup status <jobId>\` shows where a job stands, and what you and this channel told it.
\`/agent-followup watch <jobId>\` sends you a direct message when a job ends.
\`/agent-followup list\` shows the jobs of this channel, and yours elsewhere.
\`/agent-followup settings\` opens the settings of this channel, and yours.
Mentioning me at the start of a message, or writing to me directly, works like the command.
*To send it later*
Begin what it should do with \`when idle:\`, or with a time like \`at 18:00:\`, \`tomorrow at 9:\` or \`in 2 hours:\`, as in \`<jobId> at 18:00: run the tests\`.
*In the thread of a card*
Replies go to the agent. Start one with \`//\`, or by mentioning somebody else, to keep it between people. \`only mentions\` sends only replies that begin by mentioning me; \`every reply\` undoes that.
\`status\`, \`list\`, \`watch\`, \`settings\`, \`mute\`, \`unmute\` and \`help\`, on their own, are commands for me (also as \`!status\`).
*Marks on a reply:* 👀 seen · 📨 the agent has it · ⏸ held · ⏲️ can still be undone · ⏰ waiting · ✅ finished · ❌ failed or not delivered · ⚠️ needs a decision · 🔕 no longer watched`

/** What is said in which way, and what only its author then reads. */
const ANSWERED: [Way, said: string[], answer: string | RegExp][] = [
  ['command', ['help', '  HELP ', 'job_8f2 help'], HELP],
  ['command', ['status'], 'Which job? Name it by its id, like `/agent-followup status job_8f2`.'],
  ['command', ['status job/8'], `Not done: ${NO_ID}`],
  ['command', ['job/8 add <b> & there'], `Not sent: ${NO_ID}\n>add <b> & there\n[Open the form]`],
  ['command', ['stop job_8f2', 'cancel `job_8f2`', 'stop', 'CANCEL'], CANNOT_STOP],
  ['command', ['job_8f2 stop', 'job_8f2 Cancel!'], CANNOT_STOP],
  ['command', ['mute'], '`mute` only works in a thread: reply with it under the job’s card.'],
  ['command', ['mute job_8f2', 'job_8f2 mute', 'only mentions', 'every reply'], /only works in a/],
  ['command', ['job_8f2 status', 'Status `job_8f2`'], WORKS],
  ['command', ['list', '`List`', 'jobs', 'job_8f2 jobs'], JOBS],
  ['reply', ['status', 'Status', '!status', ' STATUS ', `${BOT} status`, 'status job_9'], /^\*job_9\*: \*working\*/],
  ['reply', ['list'], JOBS],
  ['reply', ['watch', `${BOT} watch job_9`], /^I’ll write to you directly when \*job_9\* ends\./],
  ['reply', ['!Help'], HELP],
  ['reply', ['stop', 'Cancel', '`abort`', 'stop job_9'], CANNOT_STOP],
  ['reply', ['job_9'], /^Not sent: what should \*job_9\* do\?/],
  [
    'reply',
    ['job_404 is on the page'],
    /^Not sent: this thread is about \*job_9\*, and your reply names \*job_404\*\./
  ],
  ['mention', ['status job_8f2'], WORKS],
  ['mention', ['list', 'jobs?'], JOBS],
  ['mention', [''], HELP],
  ['mention', ['job_8f2'], /^Not sent: what should \*job_8f2\* do\?/],
  [
    'mention',
    ['job_404 shorten the intro'],
    'Not sent to *job_404*: there’s no such job here. Check the id, then send it again.\n>shorten the intro\n[Open the form]'
  ],
  ['direct message', ['help', 'hello?'], HELP],
  ['direct message', ['list'], /^I don’t know any jobs of yours yet\./]
]

it('answers to its author alone what is for the bot, in every way it can be said, and sends nothing', async () => {
  const { ana, told, cardTs, thread, write, posts, said: posted } = await startWriting()
  const before = [posts(), posted().length]
  for (const [way, said, answer] of ANSWERED)
    for (const words of said)
      expect([way, words, await write(way, words)]).toEqual([
        way,
        words,
        [typeof answer === 'string' ? answer : expect.stringMatching(answer)]
      ])
  expect([posts(), posted().length, told(ana)]).toEqual([...before, []])
  expect(thread(cardTs()).join()).not.toMatch(/[👀📨❌]/u)
})

const BETWEEN_PEOPLE: [Way, said: string[]][] = [
  ['reply', ['thanks!', ':tada: :+1:', '👍', 'LGTM', 'thanks <@U0ANA>', BOT, `${BOT} // between us`]],
  ['reply', ['// is this the right branch?', '//no space', '<@U0ANA> shall we shorten it?']],
  ['mention', ['thank you!', '// never mind']]
]

it('leaves to people what says no more than thanks, and what is between them', async () => {
  const { thread, write, posts, marks, slack, channel } = await startWriting()
  const before = posts()
  for (const [way, said] of BETWEEN_PEOPLE)
    for (const words of said) expect([words, await write(way, words)]).toEqual([words, []])
  expect([posts(), thread().filter(line => line.startsWith('bot'))]).toEqual([before, []])
  expect(slack.messages(channel).filter(({ ts }) => marks(ts) !== '')).toEqual([])
})

/** Replies that only look like something else, and what the agent reads. */
const SENT: [said: string, prompt?: string][] = [
  ...['thanks, now add tests', 'lgtm, merge it', ':tada: in the title, too', 'aside from that, fine'],
  ...['status of the tests?', 'watch the clock', 'help me with the intro', 'status! And the tests?', '! status'],
  ...['help me fix the tests', 'status of job_8f2 belongs in the title', 'list my jobs', 'mute it'],
  ...['task_1 is done, do the second', 'job_queue.ts is broken, fix it', 'do it like job_8f2', 're-run the tests'],
  ...['2 more examples please']
].map((words): [string] => [words])
SENT.push(
  [`${BOT} shorten it`, 'shorten it'],
  [`${BOT}: and ask <@U0ANA> about ${BOT}`, 'and ask @Ana about @agentfollowup'],
  [`shorten what ${BOT} quotes`, 'shorten what @agentfollowup quotes'],
  ['shorten what <@U0ANA> wrote', 'shorten what @Ana wrote'],
  [`${BOT} <@U0ANA> wrote too much`, '@Ana wrote too much'],
  ['job_9 run the tests', 'run the tests']
)

it('sends a reply in whose words only something of that is', async () => {
  const { thread, write, sent } = await startWriting()
  for (const [said] of SENT) expect([said, await write('reply', said)]).toEqual([said, []])
  expect(sent('job_9').slice(1)).toEqual(SENT.map(([said, prompt = said]) => prompt))
  expect(thread().every(line => / 📨$/u.test(line))).toBe(true)
})

const NOBODY_KNOWS = 'which job is it for?'
const TWO_JOBS = 'a follow-up goes to one job at a time.'
const OTHER_THREAD = 'this thread is about *job_9*, and your reply names *job_8f2*.'
const COLON = /^write the time in plain text/
const IDLE = 'When: Now / [When the job is idle] / At a time'
const AT_A_TIME = 'When: Now / When the job is idle / [At a time]'

/** What is not sent, why, and what the form has when it is opened from there. */
const NOT_SENT: [Way, said: string, why: string | RegExp, words?: string, job?: string, when?: string][] = [
  ['command', 'Add error handling & tests', NOBODY_KNOWS],
  ['mention', 'statsu job_8f2', NOBODY_KNOWS],
  ['command', 'status of job_8f2', NOBODY_KNOWS],
  ['mention', 'shorten the intro', NOBODY_KNOWS],
  ['direct message', 'what is job_8f2 doing?', NOBODY_KNOWS],
  ['command', 'when idle: fix it all', NOBODY_KNOWS],
  ['command', 'job_8f2 and job_9 fix the tests', TWO_JOBS],
  ['mention', 'when idle: job_8f2, job_9 fix it', NOBODY_KNOWS],
  ['direct message', 'job_9 job_8f2 fix it', TWO_JOBS],
  ['reply', 'job_8f2 fix the lint', OTHER_THREAD, 'fix the lint', 'job_8f2'],
  ['reply', `${BOT} job_8f2: fix the title`, OTHER_THREAD, 'fix the title', 'job_8f2'],
  ['reply', 'when idle: job_8f2 fix it', OTHER_THREAD, 'fix it', 'job_8f2', IDLE],
  ['reply', 'at 18:00: job_8f2 fix it', OTHER_THREAD, 'fix it', 'job_8f2', AT_A_TIME],
  ['reply', 'at 18:00 fix it', COLON, undefined, 'job_9', AT_A_TIME],
  ['reply', 'when idle fix it', COLON, undefined, 'job_9', IDLE]
]

it('gives back in private, with the form filled in, what names no job, another one or two, and sends it from there', async () => {
  const { slack, ben, own, channel, write, form, press, advance, agent, posts } = await startWriting()
  const before = posts()
  for (const [way, said, why, words = said, job = '', when] of NOT_SENT) {
    const [told] = await write(way, said)
    const first = told?.split('\n')[0]
    expect([said, first]).toEqual([
      said,
      typeof why === 'string'
        ? `Not sent: ${why}`
        : expect.stringMatching(new RegExp(`Not sent: ${why.source.slice(1)}`))
    ])
    const where = way === 'direct message' ? own(ben) : channel
    await press('open-form', { on: slack.ephemerals(where, ben).at(-1)?.ts ?? '', by: ben, channel: where })
    await form(ben).opened()
    const shown = [`Job: ${job}`.trim(), `What should it do?: ${words}`, ...(when ? [when] : [])]
    expect([said, form(ben).shown()]).toEqual([said, expect.arrayContaining(shown)])
  }
  expect(posts()).toBe(before)
  expect(await form(ben).send({ when: 'now', words: 'fix it', job: 'job_8f2' })).toEqual({})
  await advance(3_000)
  expect(agent.sends().slice(before)).toEqual([expect.objectContaining({ jobId: 'job_8f2', prompt: 'fix it' })])
  // What no button can carry is quoted in full.
  const long = `Add ${'many '.repeat(450)}tests`
  expect((await write('command', long))[0]).toContain(long.slice(-100))
})

it('understands a pasted link to a pull request or a job that is known in the channel', async () => {
  const { agent, command, type, advance, plans } = await startWriting()
  const pull = 'https://github.com/acme/docs/pull/12'
  // While a job works, the agent service may name no link.
  agent.finish('job_8f2', { prLink: pull })
  await advance(30_000)
  const links = [
    `<${pull}>`,
    `<${pull}/files?w=1|#12: Add examples>`,
    pull,
    '<https://agents.example/runs/job_8f2?tab=log>'
  ]
  for (const [at, link] of links.entries()) {
    expect(await type(`${link} add ${at}`)).toBe('')
    expect([link, agent.sends().at(-1)]).toEqual([link, expect.objectContaining({ prompt: `add ${at}` })])
  }
  expect(await command(`status <${pull}>`)).toMatch(WORKS)
  const unknown = 'https://github.com/acme/docs/pull/13'
  expect(await command(`<${unknown}> add five`)).toMatch(
    /^Not sent: which job is it for\? No job in this channel matches https:[^ ]+pull\/13\.\n>add five\n/
  )
  expect(await command('status <https://agents.example/runs/job_secret>')).toMatch(/^Which job\?/)
  expect(await command(`<${pull}> add six`, { channel: plans })).toMatch(/^Not sent: which job is it for\?/)
})

// With nothing known about the job, and with what was seen before.
const UNREAD: [what: string, fault: Fault, words: string][] = [
  ['does not answer', { status: 503, times: 3 }, 'I can’t reach the agent right now. Try again in a minute.'],
  ['refuses the key', { status: 401 }, 'The agent isn’t letting me in. Ask whoever runs this bot.'],
  ['does not let it be read', { status: 403 }, 'I’m not allowed to see that job. Ask whoever runs this bot.'],
  ['does not know the job any more', { status: 404 }, 'There’s no such job here. Check the id.'],
  ['says something odd', { status: 418 }, 'I can’t read that job. Ask whoever runs this bot.'],
  ['asks to wait', { status: 429, retryAfter: '1' }, 'The agent is busy. Try again in a minute.']
]

it.each(UNREAD)('says where a job stands, as far as it knows, when the agent service %s', async (_, fault, words) => {
  const { agent, command, advance, type } = await startWithJob()
  agent.fail('read', fault)
  expect(await command('status job_8f2')).toBe(`*job_8f2*: *not known*\n${words}`)
  agent.clearFaults()
  await advance(2_000)
  await type('job_8f2 add examples')
  agent.fail('read', fault)
  const shown = await command('status job_8f2')
  expect(shown).toContain(`*job_8f2*: *working* · example/shop on \`main\`\n${words} This is as of 2026-11-20 14:00.\n`)
  expect(shown).toContain('⏳ working\n“add examples” · you')
})

it('says so when nothing can be stored or read, and returns the words', async () => {
  const { database, command, runDue, posts } = await startJourney({
    errors: ['A follow-up could not be stored', 'A question could not be answered']
  })
  for (const [table, words, answer] of [
    ['job', 'status job_8f2', 'I can’t say where *job_8f2* stands right now. Try again in a minute.'],
    [
      'followup',
      'job_8f2 add <b> examples',
      'Not sent: I can’t take follow-ups right now. Try again in a minute.\n>add <b> examples\n[Open the form]'
    ]
  ]) {
    await database.query(`alter table followup.${table} rename to gone`)
    expect(await command(words ?? '')).toBe(answer)
    await database.query(`alter table followup.gone rename to ${table}`)
  }
  await runDue()
  expect(posts()).toBe(0)
})

it('takes no number in a link, and nobody who is called like a job, for a job', async () => {
  const { slack, job, type, mention, agent, told, ben } = await startWithJob()
  for (const id of ['12', 'job_c90']) {
    job(id)
    await type(`${id} begin`)
  }
  slack.addPerson({ id: 'U0LIKE', name: 'job_c90' })
  await mention('https://github.com/example/shop/issues/12 should be closed')
  await mention('<@U0LIKE> please look at this')
  expect(agent.sends().map(({ jobId }) => jobId)).toEqual(['12', 'job_c90'])
  expect(told(ben)).toEqual(Array(2).fill(expect.stringMatching(/^Not sent: which job is it for\?/)))
})

it('asks about the number of another job in the thread of one that is a number', async () => {
  const { job, type, tell, agent, told, ben } = await startWithJob()
  for (const id of ['12345', '12344']) {
    job(id)
    await type(`${id} begin`)
  }
  await tell('12345 shorten the intro')
  for (const words of ['123 more examples', '12344 more of them']) await tell(words)
  expect(agent.sends().map(({ jobId, prompt }) => `${jobId} ${prompt}`)).toEqual([
    '12345 begin',
    '12344 begin',
    '12344 123 more examples',
    '12344 12344 more of them'
  ])
  expect(told(ben)).toEqual([expect.stringMatching(/^Not sent: this thread is about \*12344\*, and your reply names/)])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Intent, idAlone, idsIn, isOfKind, isWord, jobNamedIn, read } from '../../../src/followups/intent/read.ts'
import { LIMITS } from '../../../src/slack/blocks.ts'
import { escapeSlackText } from '../../../src/slack/slack-text.ts'
import { anyText } from '../../support/any-text.ts'
import { processorMs } from '../../support/processor-ms.ts'

const BOT = 'U0BOT'
const OWN = 'job_8f2'
const QUICK_MS = 250

const list = (words: string) => words.trim().split(/ \| |\n/)

const readAnywhere = (text: string) => read(text, { botUserId: BOT })
const readInThread = (text: string) => read(text, { botUserId: BOT, jobId: OWN })

const send = (jobId: string, prompt: string): Intent => ({ kind: 'follow up', job: { jobId }, prompt })

const sentence = (firstWord: string, rest: string, words = `${firstWord} ${rest}`): Intent => ({
  kind: 'follow up',
  prompt: words,
  perhaps: { job: { jobId: firstWord }, intent: send(firstWord, rest) }
})

const both = (words: string): Intent & { kind: 'several jobs' } => ({
  kind: 'several jobs',
  jobIds: ['job_8f2', 'job_c90'],
  words
})

const ANYWHERE: Record<string, Intent> = {
  '': { kind: 'nothing' },
  ' \n\t ': { kind: 'nothing' },
  help: { kind: 'help' },
  'help me': sentence('help', 'me'),
  '`help`': { kind: 'help' },
  status: { kind: 'status' },
  'status `job_8f2`': { kind: 'status', job: { jobId: 'job_8f2' } },
  'status of job_8f2': sentence('status', 'of job_8f2'),
  'status job_8f2': { kind: 'status', job: { jobId: 'job_8f2' } },
  'watch job_8f2 and fix job_c90': sentence('watch', 'job_8f2 and fix job_c90'),
  'status job/8': { kind: 'not a job id', word: 'job/8', words: '' },
  'status page shows the wrong time': sentence('status', 'page shows the wrong time'),
  'help job_8f2': { kind: 'help', job: { jobId: 'job_8f2' } },
  job_8f2: send('job_8f2', ''),
  'job_8f2 add examples': send('job_8f2', 'add examples'),
  'job_8f2\nadd\n\nexamples\n': send('job_8f2', 'add\n\nexamples'),
  'job_8f2 job_c90 add': both('job_8f2 job_c90 add'),
  '@job_8f2, `job_c90`: add': both('@job_8f2, `job_c90`: add'),
  'job_8f2 and job_c90 add': both('job_8f2 and job_c90 add'),
  'job_8f2, and job_c90': both('job_8f2, and job_c90'),
  'job_8f2 &amp; job_c90\nadd': both('job_8f2 & job_c90\nadd'),
  'job_8f2 job_1.ts is broken': send('job_8f2', 'job_1.ts is broken'),
  'job_8f2 do what job_c90 did': send('job_8f2', 'do what job_c90 did'),
  'job_8f2: job_c90 failed': send('job_8f2', 'job_c90 failed'),
  'job_8f2 job_c90’s tests fail': send('job_8f2', 'job_c90’s tests fail'),
  'job_8f2 job_runner crashes': send('job_8f2', 'job_runner crashes'),
  'job_8f2 job_8f2 add': send('job_8f2', 'job_8f2 add'),
  'job_8f2 and task_1 too': send('job_8f2', 'and task_1 too'),
  'job_8f2: add': send('job_8f2', 'add'),
  'a.b:c-d_e add': send('a.b:c-d_e', 'add'),
  '\u200b`job_8f2`\u200b “add”': send('job_8f2', '“add”'),
  'job_8f2 stop': { kind: 'stop', job: { jobId: 'job_8f2' } },
  'job_8f2 stop the server': send('job_8f2', 'stop the server'),
  list: { kind: 'list' },
  'list my jobs': sentence('list', 'my jobs'),
  'list job_8f2': { kind: 'list', job: { jobId: 'job_8f2' } },
  jobs: { kind: 'list' },
  'log every request': sentence('log', 'every request'),
  'Constructor ': send('Constructor', ''),
  stop: { kind: 'stop' },
  abort: { kind: 'stop' },
  '\n “add” it': { kind: 'not a job id', word: '“add”', words: 'it' },
  'cancel job_8f2': { kind: 'stop', job: { jobId: 'job_8f2' } },
  'stop job_8f2 and job_9': sentence('stop', 'job_8f2 and job_9'),
  mute: { kind: 'thread word', word: 'mute' },
  'mute job_8f2': { kind: 'thread word', word: 'mute' },
  'job_8f2 mute': { kind: 'thread word', word: 'mute' },
  'mute the tests': sentence('mute', 'the tests'),
  'Add error handling': sentence('Add', 'error handling'),
  'Please, add it': sentence('Please', 'add it', 'Please, add it'),
  'don’t use tabs': sentence('don’t', 'use tabs'),
  '@job_8f2 add': send('job_8f2', 'add'),
  '@ana add tests': sentence('ana', 'add tests', '@ana add tests'),
  '<@U0BEN|ben> add tests': { kind: 'follow up', prompt: '@ben add tests' },
  '“job_8f2” add': { kind: 'not a job id', word: '“job_8f2”', words: 'add' },
  '/agent-followup job_8f2 add': { kind: 'not a job id', word: '/agent-followup', words: 'job_8f2 add' },
  '#job_8f2: add': send('job_8f2', 'add'),
  'to docs add tests': sentence('to', 'docs add tests'),
  'job_8f2 /agent-followup is broken': send('job_8f2', '/agent-followup is broken'),
  '`docs`: add tests': send('docs', 'add tests'),
  '<http://docs.ai|docs.ai> add': send('docs.ai', 'add'),
  '<https://x.example/12|PR 12> add <b>': {
    kind: 'follow up',
    job: { url: 'https://x.example/12' },
    prompt: 'add <b>'
  },
  '`<https://x.example/12>` add': { kind: 'follow up', job: { url: 'https://x.example/12' }, prompt: 'add' },
  'https://x.example/12?a=1&amp;b=2 add': {
    kind: 'follow up',
    job: { url: 'https://x.example/12?a=1&b=2' },
    prompt: 'add'
  },
  '  status https://x.example/12': { kind: 'status', job: { url: 'https://x.example/12' } },
  '  https://x.example/12 add': { kind: 'follow up', job: { url: 'https://x.example/12' }, prompt: 'add' },
  '<https://x.example/12> status': { kind: 'status', job: { url: 'https://x.example/12' } },
  'status https://x.example/12': { kind: 'status', job: { url: 'https://x.example/12' } },
  'job_8f2 &lt;b&gt; &amp;amp; <@U1|ben> <http://foo.py|foo.py>': send('job_8f2', '<b> &amp; @ben foo.py'),
  'job/8 add': { kind: 'not a job id', word: 'job/8', words: 'add' },
  '-rf add': { kind: 'not a job id', word: '-rf', words: 'add' },
  [`${'x'.repeat(129)} add`]: { kind: 'not a job id', word: 'x'.repeat(129), words: 'add' }
}

describe('words outside of threads', () => {
  it.each(Object.entries(ANYWHERE))('are read: %j', (text, intent) => {
    expect(readAnywhere(text)).toEqual(intent)
  })

  it('returns whatever was typed after a job id', () => {
    const typed = anyText(1)
      .map(text => text.trim())
      .filter(text => text !== '')
    fc.assert(
      fc.property(typed, prompt => {
        expect(readAnywhere(`job_8f2 ${escapeSlackText(prompt)}`)).toEqual(send('job_8f2', prompt))
      })
    )
  })
})

const say = (prompt: string): Intent => ({ kind: 'follow up', prompt })

const ASIDE: Intent = { kind: 'aside' }

const IN_THREAD: [string, Intent][] = [
  ['', { kind: 'nothing' }],
  ['<@U0BOT>', { kind: 'nothing' }],
  ['\u200b', { kind: 'nothing' }],
  ['status', { kind: 'status' }],
  ['`!every reply`', { kind: 'thread word', word: 'every reply' }],
  ['status\u200b', { kind: 'status' }],
  ['!status', { kind: 'status' }],
  ['<@U0BOT> status', { kind: 'status' }],
  ['<@U0BOT|bot>: !HELP', { kind: 'help' }],
  ['only  mentions', { kind: 'thread word', word: 'only mentions' }],
  ['!Only\nmentions', { kind: 'thread word', word: 'only mentions' }],
  ['!Unmute', { kind: 'thread word', word: 'unmute' }],
  ['!!status', say('!!status')],
  ['! status', say('! status')],
  ['status?', { kind: 'status' }],
  ['Help !', { kind: 'help' }],
  ['Only mentions.', { kind: 'thread word', word: 'only mentions' }],
  ['Stop.', { kind: 'stop' }],
  ['status? and the tests?', say('status? and the tests?')],
  ['stop here', say('stop here')],
  ['// hm', ASIDE],
  [' // hm', ASIDE],
  ['\u200f// hm', ASIDE],
  ['<@U0BOT> // hm', ASIDE],
  ['Aside: hm', say('Aside: hm')],
  ['/ not //', say('/ not //')],
  ['<@U0BOT> shorten it', say('shorten it')],
  ['<@U0BEN> shorten it', say('@U0BEN shorten it')],
  ['shorten it <@U0BOT>', say('shorten it @U0BOT')],
  ['&lt;b&gt; &amp;lt; <https://example.com|here>', say('<b> &lt; here (https://example.com)')],
  ['<!here> look', say('@here look')],
  ['“Status”', say('“Status”')],
  ['settings', { kind: 'settings' }],
  ['only mention', { kind: 'thread word', word: 'only mentions' }],
  ['job_8f2 when idle: add', say('when idle: add')],
  ['when idle: job_8f2 add', say('when idle: add')],
  ['job_8f2', send('job_8f2', '')],
  ['status job_8f2', { kind: 'status', job: { jobId: 'job_8f2' } }]
]

describe('words in a thread', () => {
  it.each(IN_THREAD)('are read: %j', (text, intent) => {
    const found = readInThread(text)
    if ('perhaps' in found) delete found.perhaps
    expect(found).toEqual(intent)
  })

  it('are a follow-up with nothing but what was typed, if they are one', () => {
    fc.assert(
      fc.property(anyText(), typed => {
        const intent = readInThread(escapeSlackText(typed))
        if (intent.kind === 'follow up') expect(intent.prompt).toBe(typed.trim())
        else if (intent.kind === 'nothing') expect(typed.replace(/\p{Cf}/gu, '').trim()).toBe('')
      })
    )
  })
})

it('takes the longest text that can be typed, and words for the bot and thanks only if they are short', () => {
  expect(readAnywhere('x'.repeat(LIMITS.typedText)).kind).not.toBe('too long')
  expect(readAnywhere('x'.repeat(LIMITS.typedText + 1)).kind).toBe('too long')
  expect(readInThread(`status${'!'.repeat(194)}`).kind).toBe('status')
  expect(readInThread(`status${'!'.repeat(195)}`).kind).toBe('follow up')
  expect(readInThread('thanks! '.repeat(25)).kind).toBe('thanks')
  expect(readInThread(`${'thanks! '.repeat(25)}!`).kind).toBe('follow up')
})

it('asks about another job only what begins by naming one', () => {
  const perhaps = (words: string) => 'perhaps' in readInThread(words)
  expect(['shorten it', 'job_8f2 add it', 'https://x.example/12'].filter(perhaps)).toEqual([])
  const others = ['https://x.example/12 add it', 'status https://x.example/12', 'status job_c90']
  expect(others.filter(perhaps)).toEqual(others)
})

const THANKS = list(`
:tada: | :+1::skin-tone-2: | :heart: :raised_hands:!! | 👍🏽 | 🎉🎉 ❤️ | :) | thanks | Thanks! | thanks :pray:
*Thank you!* :tada: | Great, thanks 🙏 | LGTM | ok, thanks | thx | ty | cheers | nice! | Perfect.
nice:tada:cheers
`)

const INSTRUCTIONS = list(`
shorten it | thanks, now add tests | great, merge it | ok go on | ok do it | lgtm but rename the file | lgtm?
thanks for nothing, revert that | add a thank you note | perfect the intro | ship it | yes | no | continue | again
stop | retry | ok #12 | ok /docs | nice.ts | \`nice\` | option 2 | 2 | -1 | ? | … | use :tada: as the icon | danke
okay | a:b:c | const x = thanks
`)

describe('thanks', () => {
  it.each(THANKS)('are %j', said => {
    expect(readInThread(said).kind).toBe('thanks')
  })

  it.each(INSTRUCTIONS)('are not %j', said => {
    expect(readInThread(said).kind).not.toBe('thanks')
  })

  it('are not an ordinary follow-up, however politely it is wrapped', () => {
    const kind = fc.array(fc.constantFrom(...THANKS), { maxLength: 2 })
    const instruction = fc.constantFrom(...INSTRUCTIONS.filter(said => said !== 'stop' && /\p{L}{2}|\d/u.test(said)))
    const between = fc.constantFrom(' ', ', ', '! ', '\n', ' – ')
    fc.assert(
      fc.property(kind, instruction, kind, between, (before, said, after, glue) => {
        const prompt = [...before, said, ...after].join(glue)
        expect(readInThread(prompt)).toMatchObject({ kind: 'follow up', prompt })
      })
    )
  })

  it('name people, but are not a message to somebody', () => {
    expect(readInThread('thanks <@U0BEN>!').kind).toBe('thanks')
    expect(readInThread('thanks<@U0BEN>cheers').kind).toBe('thanks')
    expect(readInThread('<@U0BOT> thanks <@U0BEN|ben>').kind).toBe('thanks')
    expect(readInThread('<@U0BEN>').kind).toBe('follow up')
    expect(readInThread('<@U0BEN> look').kind).toBe('follow up')
  })
})

it.each([
  ['job_c90 fix the lint', 'job_c90'],
  ['job_c90: fix the lint', 'job_c90'],
  ['@job_c90 fix the lint', 'job_c90'],
  ['`job_c90` fix the lint', 'job_c90'],
  ['status job_c90', 'job_c90'],
  ['stop job_c90', 'job_c90'],
  ['job_c90', 'job_c90'],
  ['job_404 is what the page shows', 'job_404'],
  ['job_8f2 and job_c90: fix the lint', 'job_c90'],
  ['job_c90 and job_8f2: fix the lint', 'job_c90']
])('takes “%s” for words to another job', (words, jobId) => {
  const intent = readInThread(words)
  expect(intent.kind === 'follow up' && intent.perhaps?.job).toEqual({ jobId })
})

it('knows what is a word for the bot, or a job’s id, and nothing else', () => {
  const typed = list(
    'mute | help | list | settings | doctor | status | watch | stop | job_c90 | add it | status job_c90'
  )
  expect(typed.filter(words => isWord(readInThread(words)))).toEqual(
    list('mute | help | list | settings | doctor | status | watch')
  )
  const other = readAnywhere('help job_c90')
  expect(isWord(other)).toBe(false)
  expect(
    ['job_c90', ' `job_c90`. ', 'job_c90 add it', 'https://x.example/12', 'help', ''].map(words =>
      idAlone(readAnywhere(words))
    )
  ).toEqual(['job_c90', 'job_c90', undefined, undefined, undefined, undefined])
})

it('finds what looks like a job in a sentence, and names the first that is hardly an amount', () => {
  const ids = idsIn('wait 10s for `job_8f2`, then, as job_c90: said, 3 times, v2')
  expect(ids).toEqual(['10s', 'job_8f2', 'job_c90', 'v2'])
  expect(jobNamedIn('wait 10s for `job_8f2` and job_c90')).toBe('job_8f2')
  expect(jobNamedIn('wait 10s for it')).toBeUndefined()
})

it('takes a number for an amount, unless the thread’s job is a number and the two differ', () => {
  expect(readInThread('2 more examples')).toEqual(say('2 more examples'))
  const inNumbered = (words: string) => read(words, { botUserId: BOT, jobId: '12' })
  expect(inNumbered('12 months at most')).toEqual(say('12 months at most'))
  expect(inNumbered('2 fix the lint')).toEqual({
    ...say('2 fix the lint'),
    perhaps: { job: { jobId: '2' }, intent: send('2', 'fix the lint') }
  })
})

// What the channel does not know as a job, and what is not of the kind of the thread's, is not asked about.
it.each(
  list(`
task_1 is done, do the second | see PR 12 | the job_runner crashes | the job_runner is slow
on job_404 the page is empty | job_8f2 fix the lint | the same as in job_c90 | copy what job_c90 did
do it like job_c90, but shorter | re-run the tests | node24: use it | v2 of the header, please | utf-8 everywhere
2 more examples | 10px wider | step_2 goes first | README.md is out of date | src/main.ts: split it
test_login fails on CI | JIRA-123 says why | issue_77 is fixed by this | foo.bar is never called | please add a title
now tell the user what went wrong | ask for the name first | then release it as 1.2.0 | to be safe, add tests
ok, next: the intro | https://example.com/docs/intro is broken | list the jobs that use x86_64
`)
)('takes “%s” for words to the thread’s job, unless the channel has a job of that name', words => {
  const intent = readInThread(words)
  const named = intent.kind === 'follow up' ? intent.perhaps?.job : undefined
  const isOther = named && 'jobId' in named && named.jobId !== OWN && isOfKind(named.jobId, OWN)
  expect(isOther ?? false).toBe(false)
})

describe('text that nobody types', () => {
  const LENGTH = 199_000
  const PARTS = [
    ...' ;.;";,x;<;<@;<@A;<@A|;<!here;<http:;<https://x;https://x/;<https://x|;&;&amp;//;`;\u200b;\n;@'.split(';'),
    ...['&amp', 'to ', 'job_1 ']
  ]
  const HOSTILE = [
    `job_8f2 ${' '.repeat(LENGTH)}`,
    ...PARTS.flatMap(part => {
      const long = part.repeat(LENGTH / part.length)
      const begun = ['', 'job_8f2 ', 'status ', 'stop ', 'list ', 'to '].map(words => `${words}${long}x`)
      return [...begun, `x${long}!`]
    })
  ]

  it.each(HOSTILE.map(text => [`${text.slice(0, 20)}…`, text]))('is parsed in no time: %j', (_, text) => {
    expect(processorMs(() => readAnywhere(text))).toBeLessThan(QUICK_MS)
    expect(processorMs(() => readInThread(text))).toBeLessThan(QUICK_MS)
  })

  it('is refused unread when it is longer than anyone can type into Slack', () => {
    for (const text of HOSTILE.map(text => text.repeat(2))) {
      expect(readAnywhere(text)).toEqual({ kind: 'too long' })
      expect(readInThread(text)).toEqual({ kind: 'too long' })
    }
    expect(readAnywhere(`job_8f2 ${'&amp;'.repeat(39_990)}`)).toMatchObject({ kind: 'follow up' })
  })
})

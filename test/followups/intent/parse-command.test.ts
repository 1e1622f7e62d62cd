import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Command, parseCommand } from '../../../src/followups/intent/parse-command.ts'
import { parseReply } from '../../../src/followups/intent/parse-reply.ts'
import { escapeSlackText } from '../../../src/slack/slack-text.ts'
import { anyText } from '../../support/any-text.ts'

const QUICK_MS = 250

const sentence = (firstWord: string, rest: string): Command => ({
  kind: 'sentence',
  firstWord,
  rest,
  words: `${firstWord} ${rest}`
})

const both = (words: string): Command & { kind: 'several jobs' } => ({
  kind: 'several jobs',
  jobIds: ['job_8f2', 'job_c90'],
  words
})

const COMMANDS: Record<string, Command> = {
  '': { kind: 'nothing' },
  ' \n\t ': { kind: 'nothing' },
  '“”': { kind: 'nothing' },
  help: { kind: 'help' },
  ' Help please': { kind: 'help' },
  '`help`': { kind: 'help' },
  status: { kind: 'job missing', word: 'status' },
  'STATUS   ': { kind: 'job missing', word: 'status' },
  'status job_8f2': { kind: 'status', jobId: 'job_8f2' },
  'status “job_8f2”': { kind: 'status', jobId: 'job_8f2' },
  'status job_8f2 now': { kind: 'status', jobId: 'job_8f2' },
  'status of the job “job_8f2”, please': { kind: 'status', jobId: 'job_8f2' },
  'status of the job': { kind: 'job missing', word: 'status' },
  'status job_8f2 job_c90': { ...both('status job_8f2 job_c90'), word: 'status' },
  'watch job_8f2, job_c90 and job_9': { ...both('watch job_8f2, job_c90 and job_9'), word: 'watch' },
  'watch job_8f2 &amp; job_c90': { ...both('watch job_8f2 & job_c90'), word: 'watch' },
  'watch job_8f2 and fix job_c90': sentence('watch', 'job_8f2 and fix job_c90'),
  'status job/8': { kind: 'not a job id', word: 'job/8', prompt: '' },
  'status page shows the wrong time': sentence('status', 'page shows the wrong time'),
  'help me!': { kind: 'help' },
  'help list': { kind: 'help' },
  '--help': { kind: 'help' },
  '/status job_8f2': { kind: 'status', jobId: 'job_8f2' },
  '-help tests': { kind: 'not a job id', word: '-help', prompt: 'tests' },
  'help job_8f2': { kind: 'help' },
  'help me fix the tests': sentence('help', 'me fix the tests'),
  'help tests': sentence('help', 'tests'),
  job_8f2: { kind: 'prompt missing', jobId: 'job_8f2' },
  'job_8f2   ': { kind: 'prompt missing', jobId: 'job_8f2' },
  'job_8f2 add examples': { kind: 'send', jobId: 'job_8f2', prompt: 'add examples' },
  'job_8f2\nadd\n\nexamples\n': { kind: 'send', jobId: 'job_8f2', prompt: 'add\n\nexamples' },
  'job_8f2 job_c90 add': both('job_8f2 job_c90 add'),
  '@job_8f2, `job_c90`: add': both('job_8f2, `job_c90`: add'),
  'job_8f2 and job_c90 add': both('job_8f2 and job_c90 add'),
  'job_8f2, and job_c90': both('job_8f2, and job_c90'),
  '@job_8f2 and @job_c90 add': both('job_8f2 and @job_c90 add'),
  'job_8f2 &amp; job_c90\nadd': both('job_8f2 & job_c90\nadd'),
  'job_8f2 job_1.ts is broken': { kind: 'send', jobId: 'job_8f2', prompt: 'job_1.ts is broken' },
  'job_8f2 do what job_c90 did': { kind: 'send', jobId: 'job_8f2', prompt: 'do what job_c90 did' },
  'job_8f2: job_c90 failed': { kind: 'send', jobId: 'job_8f2', prompt: 'job_c90 failed' },
  'job_8f2 job_c90’s tests fail': { kind: 'send', jobId: 'job_8f2', prompt: 'job_c90’s tests fail' },
  'job_8f2 job_runner crashes': { kind: 'send', jobId: 'job_8f2', prompt: 'job_runner crashes' },
  'job_8f2 job_8f2 add': { kind: 'send', jobId: 'job_8f2', prompt: 'job_8f2 add' },
  'job_8f2 and task_1 too': { kind: 'send', jobId: 'job_8f2', prompt: 'and task_1 too' },
  'job_8f2: add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  'job_8f2, add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  'a.b:c-d_e add': { kind: 'send', jobId: 'a.b:c-d_e', prompt: 'add' },
  '\u200b`job_8f2`\u200b “add”': { kind: 'send', jobId: 'job_8f2', prompt: '“add”' },
  'job_8f2 status': { kind: 'word', jobId: 'job_8f2', word: 'status' },
  'job_8f2 `Status`?': { kind: 'word', jobId: 'job_8f2', word: 'status' },
  'job_8f2 help': { kind: 'word', jobId: 'job_8f2', word: 'help' },
  'job_8f2 stop': { kind: 'stop', jobId: 'job_8f2' },
  'job_8f2 Cancel!': { kind: 'stop', jobId: 'job_8f2' },
  'job_8f2 stop the server': { kind: 'send', jobId: 'job_8f2', prompt: 'stop the server' },
  'status job_8f2?': { kind: 'status', jobId: 'job_8f2' },
  '&lt;job_8f2&gt; add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  list: { kind: 'list' },
  '`List` jobs': { kind: 'list' },
  'list all my jobs here, please': { kind: 'list' },
  'list the endpoints': sentence('list', 'the endpoints'),
  'list job_8f2': sentence('list', 'job_8f2'),
  'list mine': { kind: 'list' },
  jobs: { kind: 'list' },
  'My jobs?': { kind: 'list' },
  'jobs fail on main': sentence('jobs', 'fail on main'),
  'log every request': sentence('log', 'every request'),
  'Constructor ': { kind: 'prompt missing', jobId: 'Constructor' },
  '« job_8f2 » add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  '„docs“ add': { kind: 'send', jobId: 'docs', prompt: 'add' },
  '“the docs” need tests': {
    kind: 'sentence',
    firstWord: 'the',
    rest: 'docs” need tests',
    words: '“the docs” need tests'
  },
  stop: { kind: 'stop' },
  'Cancel.': { kind: 'stop' },
  'stop it!': { kind: 'stop' },
  'stop watching': { kind: 'stop' },
  'stop “job_8f2”': { kind: 'stop', jobId: 'job_8f2' },
  'cancel job_8f2': { kind: 'stop', jobId: 'job_8f2' },
  'stop watching job_8f2': { kind: 'stop', jobId: 'job_8f2' },
  'stop the job, please': { kind: 'stop' },
  'cancel everything': sentence('cancel', 'everything'),
  'stop job_8f2 and job_9': sentence('stop', 'job_8f2 and job_9'),
  'stop using tabs': sentence('stop', 'using tabs'),
  mute: { kind: 'thread word', word: 'mute' },
  'mute job_8f2': { kind: 'thread word', word: 'mute' },
  'Unmute this thread': { kind: 'thread word', word: 'unmute' },
  'job_8f2 mute': { kind: 'thread word', word: 'mute' },
  'job_8f2 mute the tests': { kind: 'send', jobId: 'job_8f2', prompt: 'mute the tests' },
  'mute the tests': sentence('mute', 'the tests'),
  'Add error handling': sentence('Add', 'error handling'),
  'Please, add it': { kind: 'sentence', firstWord: 'Please', rest: 'add it', words: 'Please, add it' },
  'don’t use tabs': sentence('don’t', 'use tabs'),
  'füge Tests hinzu': sentence('füge', 'Tests hinzu'),
  '@job_8f2 add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  '#job_8f2: add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  'to job_8f2: add @ana to it': { kind: 'send', jobId: 'job_8f2', prompt: 'add @ana to it' },
  'To “job_8f2” add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  'job job_8f2 add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  '@ana add tests': { kind: 'not a job id', word: '@ana', prompt: 'add tests' },
  '<@U0BEN> add tests': { kind: 'not a job id', word: '@U0BEN', prompt: 'add tests' },
  'to docs add tests': sentence('to', 'docs add tests'),
  'to 2 files add headers': sentence('to', '2 files add headers'),
  '/agent-followup job_8f2 add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  ' /Agent-Followup /agent-followup to job_8f2 add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  '/agent-followup status job_8f2': { kind: 'status', jobId: 'job_8f2' },
  '/agent-followup': { kind: 'nothing' },
  'job_8f2 /agent-followup is broken': { kind: 'send', jobId: 'job_8f2', prompt: '/agent-followup is broken' },
  '/agent-followups add': { kind: 'not a job id', word: '/agent-followups', prompt: 'add' },
  '"docs" add tests': { kind: 'send', jobId: 'docs', prompt: 'add tests' },
  '`docs`: add tests': { kind: 'send', jobId: 'docs', prompt: 'add tests' },
  '“docs” add tests': { kind: 'send', jobId: 'docs', prompt: 'add tests' },
  '<http://docs.ai|docs.ai> add': { kind: 'send', jobId: 'docs.ai', prompt: 'add' },
  '<https://x.example/12|PR 12> add <b>': { kind: 'link', url: 'https://x.example/12', words: 'add <b>' },
  '`<https://x.example/12>` add': { kind: 'link', url: 'https://x.example/12', words: 'add' },
  'https://x.example/12?a=1&amp;b=2 add': { kind: 'link', url: 'https://x.example/12?a=1&b=2', words: 'add' },
  '<https://x.example/12>': { kind: 'link', url: 'https://x.example/12', words: '' },
  '<https://x.example/12> status': { kind: 'linked', url: 'https://x.example/12', word: 'status' },
  'status <https://x.example/12|PR 12>': { kind: 'linked', url: 'https://x.example/12', word: 'status' },
  'status https://x.example/12': { kind: 'linked', url: 'https://x.example/12', word: 'status' },
  '<https://x.example/12> stop': { kind: 'stop' },
  'job_8f2 &lt;b&gt; &amp;amp; <@U1|ben> <http://foo.py|foo.py>': {
    kind: 'send',
    jobId: 'job_8f2',
    prompt: '<b> &amp; @ben foo.py'
  },
  'job/8 add': { kind: 'not a job id', word: 'job/8', prompt: 'add' },
  '<https://example.com/job> add': { kind: 'link', url: 'https://example.com/job', words: 'add' },
  '-rf add': { kind: 'not a job id', word: '-rf', prompt: 'add' },
  [`${'x'.repeat(129)} add`]: { kind: 'not a job id', word: 'x'.repeat(129), prompt: 'add' }
}

describe('parseCommand', () => {
  it.each(Object.entries(COMMANDS))('reads %j', (text, command) => {
    expect(parseCommand(text)).toEqual(command)
  })

  const MARKS = [
    '“”',
    '``',
    "''",
    '""',
    '\u200b\u200b',
    '«»',
    '‹›',
    '„“',
    '‚‘',
    '‘’',
    '「」',
    '**',
    '()',
    '[]',
    ' :',
    ' ,'
  ]

  it.each(MARKS)('finds the id between the marks %s', marks => {
    const [before = '', after = ''] = marks
    const typed = `${before}job_8f2${after} “add” \`examples\``
    expect(parseCommand(typed)).toEqual({ kind: 'send', jobId: 'job_8f2', prompt: '“add” `examples`' })
  })

  it('returns whatever was typed after a job id', () => {
    const typed = anyText(1)
      .map(text => text.trim())
      .filter(text => text !== '')
    fc.assert(
      fc.property(typed, prompt => {
        expect(parseCommand(`job_8f2 ${escapeSlackText(prompt)}`)).toEqual({ kind: 'send', jobId: 'job_8f2', prompt })
      })
    )
  })

  it('is not slowed down by a long run of blanks', () => {
    const text = `job_8f2 ${' \n'.repeat(20_000)}x`
    expect(parseCommand(text)).toEqual({ kind: 'send', jobId: 'job_8f2', prompt: 'x' })
  })
})

describe('text that nobody types', () => {
  const LENGTH = 199_000
  const HOSTILE = [
    `job_8f2 ${' '.repeat(LENGTH)}`,
    ...[
      ' ',
      '.',
      '"',
      ',x',
      '<',
      '<@',
      '<@A',
      '<@A|',
      '<!here',
      '<http:',
      '<https://x',
      'https://x/',
      '<https://x|',
      '&',
      '&amp',
      '//',
      '`',
      '\u200b',
      '\n',
      '@',
      'to ',
      'of ',
      '/agent-followup '
    ].flatMap(part => {
      const long = part.repeat(LENGTH / part.length)
      return [
        `${long}x`,
        `job_8f2 ${long}x`,
        `status ${long}x`,
        `stop ${long}x`,
        `list ${long}x`,
        `to ${long}x`,
        `x${long}!`
      ]
    })
  ]

  function msFor(act: () => unknown): number {
    // Not the time on the wall: other tests are running too.
    const before = process.cpuUsage()
    act()
    return process.cpuUsage(before).user / 1_000
  }

  it.each(HOSTILE.map(text => [`${text.slice(0, 20)}…`, text]))('is parsed in no time: %j', (_, text) => {
    expect(msFor(() => parseCommand(text))).toBeLessThan(QUICK_MS)
    expect(msFor(() => parseReply(text, 'U0BOT'))).toBeLessThan(QUICK_MS)
  })

  it('is refused unread when it is longer than anyone can type into Slack', () => {
    for (const text of HOSTILE.map(text => text.repeat(2))) {
      expect(parseCommand(text)).toEqual({ kind: 'too long' })
      expect(parseReply(text, 'U0BOT')).toEqual({ kind: 'too long' })
    }
    expect(parseCommand(`job_8f2 ${'&amp;'.repeat(39_990)}`)).toMatchObject({ kind: 'send' })
  })
})

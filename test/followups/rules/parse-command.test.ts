import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Command, parseCommand } from '../../../src/followups/rules/parse-command.ts'
import { parseReply } from '../../../src/followups/rules/parse-reply.ts'
import { escapeSlackText } from '../../../src/slack/slack-text.ts'

const QUICK_MS = 250

const COMMANDS: Record<string, Command> = {
  '': { kind: 'nothing' },
  ' \n\t ': { kind: 'nothing' },
  '“”': { kind: 'nothing' },
  help: { kind: 'help' },
  ' Help please': { kind: 'help' },
  '`help`': { kind: 'help' },
  status: { kind: 'job missing' },
  'STATUS   ': { kind: 'job missing' },
  'status job_8f2': { kind: 'status', jobId: 'job_8f2' },
  'status “job_8f2”': { kind: 'status', jobId: 'job_8f2' },
  'status job_8f2 now': { kind: 'not a job id', word: 'job_8f2 now', prompt: '' },
  'status of the job': { kind: 'not a job id', word: 'of the job', prompt: '' },
  job_8f2: { kind: 'prompt missing', jobId: 'job_8f2' },
  'job_8f2   ': { kind: 'prompt missing', jobId: 'job_8f2' },
  'job_8f2 add examples': { kind: 'send', jobId: 'job_8f2', prompt: 'add examples' },
  'job_8f2\nadd\n\nexamples\n': { kind: 'send', jobId: 'job_8f2', prompt: 'add\n\nexamples' },
  'job_8f2: add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  'job_8f2, add': { kind: 'send', jobId: 'job_8f2', prompt: 'add' },
  'a.b:c-d_e add': { kind: 'send', jobId: 'a.b:c-d_e', prompt: 'add' },
  '\u200b`job_8f2`\u200b “add”': { kind: 'send', jobId: 'job_8f2', prompt: '“add”' },
  'job_8f2 status': { kind: 'send', jobId: 'job_8f2', prompt: 'status' },
  'job_8f2 &lt;b&gt; &amp;amp; <@U1|ben> <http://foo.py|foo.py>': {
    kind: 'send',
    jobId: 'job_8f2',
    prompt: '<b> &amp; @ben foo.py'
  },
  'job/8 add': { kind: 'not a job id', word: 'job/8', prompt: 'add' },
  '<https://example.com/job> add': { kind: 'not a job id', word: 'https://example.com/job', prompt: 'add' },
  '-rf add': { kind: 'not a job id', word: '-rf', prompt: 'add' },
  [`${'x'.repeat(129)} add`]: { kind: 'not a job id', word: 'x'.repeat(129), prompt: 'add' }
}

describe('parseCommand', () => {
  it.each(Object.entries(COMMANDS))('reads %j', (text, command) => {
    expect(parseCommand(text)).toEqual(command)
  })

  it('returns whatever was typed after a job id', () => {
    const typed = fc
      .string({ unit: 'binary', minLength: 1 })
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
      '&',
      '&amp',
      '//',
      '`',
      '\u200b',
      '\n'
    ].flatMap(part => {
      const long = part.repeat(LENGTH / part.length)
      return [`${long}x`, `job_8f2 ${long}x`, `status ${long}x`, `x${long}!`]
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

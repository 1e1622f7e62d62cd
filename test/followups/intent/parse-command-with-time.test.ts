import { expect, it } from 'vitest'
import { type Command, parseCommand } from '../../../src/followups/intent/parse-command.ts'

const send = (jobId: string, prompt: string): Command => ({ kind: 'send', jobId, prompt })

const sentence = (firstWord: string, rest: string): Omit<Command & { kind: 'sentence' }, 'words'> => ({
  kind: 'sentence',
  firstWord,
  rest
})

it.each<[string, Command]>([
  ['job_8f2 at 18:00: add', send('job_8f2', 'at 18:00: add')],
  ['at 18:00: job_8f2 add <b>', send('job_8f2', 'at 18:00: add <b>')],
  ['tomorrow at 9: job_x fix it', send('job_x', 'tomorrow at 9: fix it')],
  ['When idle: @job_8f2: add', send('job_8f2', 'When idle: add')],
  ['in 2 hours: 8f14e45f-ceea add', send('8f14e45f-ceea', 'in 2 hours: add')],
  ['tomorrow: job_8f2 add', send('job_8f2', 'tomorrow: add')],
  ['at 18:00: job_8f2', { kind: 'prompt missing', jobId: 'job_8f2' }],
  ['at 18:00: “docs”', { kind: 'prompt missing', jobId: 'docs' }],
  ['at 18:00: <https://x.example/12> add', { kind: 'link', url: 'https://x.example/12', words: 'at 18:00: add' }],
  ['when idle: “docs” add', send('docs', 'when idle: add')]
])('reads “%s” as what is said to that job', (text, command) => {
  expect(parseCommand(text)).toEqual(command)
})

it.each([
  ['when idle: docs add', sentence('docs', 'when idle: add')],
  ['when idle: re-run the tests', sentence('re-run', 'when idle: the tests')],
  ['when idle: 2 more examples', sentence('2', 'when idle: more examples')],
  ['when idle: e2e tests fail', sentence('e2e', 'when idle: tests fail')],
  ['when idle: continue', sentence('continue', 'when idle:')],
  ['when idle: a1b2c3', sentence('a1b2c3', 'when idle:')],
  ['when idle: status job_8f2', sentence('status', 'when idle: job_8f2')],
  ['at 18:00:', sentence('', 'at 18:00:')],
  ['when job_8f2 is done, add it', sentence('when', 'job_8f2 is done, add it')]
])('reads “%s” as a sentence, whose first word may still be a job', (text, command) => {
  expect(parseCommand(text)).toEqual({ ...command, words: text })
})

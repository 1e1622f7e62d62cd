import { expect, it } from 'vitest'
import { namedFirst } from '../../../src/followups/intent/named-first.ts'
import { parseCommand } from '../../../src/followups/intent/parse-command.ts'
import { isOfKind } from '../../../src/followups/intent/typed-id.ts'

const OWN = 'job_8f2'

it.each([
  ['job_c90 fix the lint', 'job_c90'],
  ['job_c90: fix the lint', 'job_c90'],
  ['@job_c90 fix the lint', 'job_c90'],
  ['`job_c90` fix the lint', 'job_c90'],
  ['to job_c90: fix the lint', 'job_c90'],
  ['please tell job_c90 to fix the lint', 'job_c90'],
  ['Ok, now ask job_c90 for a title', 'job_c90'],
  ['hey job_c90, fix the lint', 'job_c90'],
  ['status of job_c90', 'job_c90'],
  ['stop job_c90', 'job_c90'],
  ['job_c90', 'job_c90'],
  ['job_404 is what the page shows', 'job_404']
])('takes “%s” for words to another job', (words, jobId) => {
  expect(namedFirst(parseCommand(words))).toEqual({ jobId })
})

// What the channel does not know as a job, and what is not of the kind of the thread's, is not asked about.
it.each([
  'task_1 is done, do the second',
  'see PR 12',
  'the job_runner crashes',
  'the job_runner is slow',
  'on job_404 the page is empty',
  'job_8f2 fix the lint',
  'the same as in job_c90',
  'copy what job_c90 did',
  'do it like job_c90, but shorter',
  're-run the tests',
  'node24: use it',
  'v2 of the header, please',
  'utf-8 everywhere',
  '2 more examples',
  '10px wider',
  'step_2 goes first',
  'README.md is out of date',
  'src/main.ts: split it',
  'test_login fails on CI',
  'JIRA-123 says why',
  'issue_77 is fixed by this',
  'foo.bar is never called',
  'please add a title',
  'now tell the user what went wrong',
  'ask for the name first',
  'then release it as 1.2.0',
  'to be safe, add tests',
  'ok, next: the intro',
  'https://example.com/docs/intro is broken',
  'list the jobs that use x86_64'
])('takes “%s” for words to the thread’s job, unless the channel has a job of that name', words => {
  const named = namedFirst(parseCommand(words))
  const isOther = named && 'jobId' in named && named.jobId !== OWN && isOfKind(named.jobId, OWN)
  expect(isOther ?? false).toBe(false)
})

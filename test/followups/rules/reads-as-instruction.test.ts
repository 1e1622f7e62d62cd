import { expect, it } from 'vitest'
import { readsAsInstruction } from '../../../src/followups/rules/reads-as-instruction.ts'

it.each([
  'fix the tests',
  'fix it',
  'add error handling examples to the quickstart',
  'help me fix the tests',
  'status page shows the wrong time',
  'cancel every open timer',
  'upgrade to node24 and use the v2 header',
  'Please shorten the second example',
  'now tell job_8f2 to add a title',
  'list all public functions in the readme',
  'thanks, now add a title',
  'hello world should be printed twice',
  'when idle: run the tests',
  'at 6pm: fix it',
  'tomorrow at 18:00: status page shows the wrong time'
])('takes “%s” for an instruction', words => {
  expect(readsAsInstruction(words, 'job_8f2')).toBe(true)
})

it.each([
  'statsu job',
  'stauts job_8f2',
  'satus of job_8f2',
  'lits my jobs',
  'lsit of jobs',
  'hlep me',
  'wathc job_8f2',
  'wacth job_8f2',
  'budgte left',
  'setings please',
  'please stop',
  'please stop it now',
  'abort mission',
  'cancle that',
  'mute the logger',
  'ok, thank you',
  'hi there',
  'Good morning!',
  'please tell job_c90 to add a title',
  'JOB: job_77a needs a title',
  'when idle: thanks',
  'at 18:00: please stop',
  'in 2 hours: statsu job',
  'when done: tell job_c90 to add a title'
])('asks which job is meant by “%s”', words => {
  expect(readsAsInstruction(words, 'job_8f2')).toBe(false)
})

it('knows another job only by the beginning that ids have in common', () => {
  expect(readsAsInstruction('ask 8f3 about it', '8f2')).toBe(true)
  expect(readsAsInstruction('ask run-8f3 about the title', 'run-8f2')).toBe(false)
})

import { expect, it } from 'vitest'
import { defaultJobIn, holding, isForAgent, REPLIES, RESULTS } from '../../../src/followups/rules/setting.ts'

const JOB = defaultJobIn('project-1')

const chosen = (...scopes: ('channel' | 'thread' | 'person')[]) =>
  scopes.map(scope => ({ scope, value: `of the ${scope}`, by: 'U1', atMs: 0 }))

it.each([
  [REPLIES, chosen(), undefined],
  [REPLIES, chosen('channel'), 'of the channel'],
  [REPLIES, chosen('channel', 'thread'), 'of the thread'],
  [REPLIES, chosen('thread', 'channel'), 'of the thread'],
  [REPLIES, chosen('person'), undefined],
  [RESULTS, chosen('channel', 'thread', 'person'), 'of the channel'],
  [JOB, chosen('person'), 'of the person'],
  [JOB, chosen('person', 'channel'), 'of the channel'],
  [JOB, chosen('channel', 'person'), 'of the channel'],
  [JOB, chosen('thread'), undefined]
])('lets one of the choices hold: %o', (setting, choices, value) => {
  expect(holding(choices, setting)?.value).toBe(value)
})

it('has default jobs of each project apart', () => {
  expect(defaultJobIn('project-2').name).not.toBe(JOB.name)
})

it.each([
  ['always', false, true],
  ['always', true, true],
  ['mention', false, false],
  ['smart', false, true],
  ['smart', true, false]
] as const)('sends a reply where %s was chosen and others write there (%s): %s', (replies, hasOthers, isSent) => {
  expect(isForAgent(replies, hasOthers)).toBe(isSent)
})

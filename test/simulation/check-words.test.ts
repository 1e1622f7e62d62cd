import { expect, it } from 'vitest'
import { isInTwoVersions } from './check-words.ts'
import type { Written } from './day-notes.ts'

const ONE: Written = {
  prompt: 'one',
  by: 'Ana',
  channel: 'docs',
  jobId: 'job_a',
  atMs: 0,
  when: 'now',
  goes: 'to the agent'
}
const TWO = { ...ONE, prompt: 'two', insteadOf: ONE }
const THREE = { ...TWO, prompt: 'three', insteadOf: TWO }

it.each([
  { what: 'only its first words, however often', sent: ['one'], sentAgain: [], isFault: false },
  { what: 'only its last words', sent: ['three'], sentAgain: [], isFault: false },
  { what: 'its first words, and others of its own', sent: ['one', 'three'], sentAgain: [], isFault: true },
  { what: 'the same, after other words were sent again', sent: ['one', 'three'], sentAgain: ['six'], isFault: true },
  { what: 'the same, after its first were sent again', sent: ['one', 'three'], sentAgain: ['one'], isFault: false }
])('knows whether two versions of a reply went out: $what', ({ sent, sentAgain, isFault }) => {
  expect(isInTwoVersions(THREE, new Set(sent), new Set(sentAgain))).toBe(isFault)
})

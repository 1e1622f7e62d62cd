import { expect, it } from 'vitest'
import { isInTwoVersions } from './check-words.ts'
import { createNotes, type Written } from './day-notes.ts'

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

it.each([
  { what: 'said and read before it', saidAtMs: 1_000, readAtMs: 2_000, isUnsettled: false },
  { what: 'said before it and read after it', saidAtMs: 1_000, readAtMs: 9_000, isUnsettled: true },
  { what: 'said after it and before it was read', saidAtMs: 7_000, readAtMs: 7_000, isUnsettled: true },
  { what: 'said long after it was read', saidAtMs: 60_000, readAtMs: 60_000, isUnsettled: false }
])('knows whether a message goes by a choice: $what', ({ saidAtMs, readAtMs, isUnsettled }) => {
  const notes = createNotes()
  notes.choices.push({ place: ONE.channel, name: 'replies', value: 'mention', by: 'Ben', atMs: saidAtMs })
  expect(notes.wasUnsettled({ ...ONE, atMs: 5_000 }, 8_000, () => readAtMs)).toBe(isUnsettled)
})

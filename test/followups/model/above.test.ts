import { describe, expect, it } from 'vitest'
import { promptOf, toAbove } from '../../../src/followups/model/above.ts'

const LEAD = 'From the thread above:'
const isSecret = (words: string) => words.includes('key')
const above = (...said: string[]) => toAbove(said, ['U0ANA', 'U0BEN', 'U0ANA'], isSecret)

describe('the messages above', () => {
  it('go along in the order they were written, without those that look like secrets', () => {
    const by = ['U0ANA', 'U0BEN']
    expect(above('one', 'a key', 'two')).toEqual({ text: `${LEAD}\none\ntwo`, by, count: 2, omitted: 1 })
    expect(above('a key')).toEqual({ text: '', by, count: 0, omitted: 1 })
  })

  it('go along as far as they fit, the latest first', () => {
    const long = 'x'.repeat(3_988)
    const fits = above('too old', long, long)
    expect([fits.text.length, fits.count]).toEqual([8_000, 2])
    expect(above('too old', `${long}x`, long)).toMatchObject({ count: 1, text: `${LEAD}\n${long}`, omitted: 0 })
  })
})

it('the agent gets who wrote it, the words, and what is above, with a line between them', () => {
  expect(promptOf('shorten it', above('one'), 'Ana wrote:')).toBe(`Ana wrote:\n\nshorten it\n\n${LEAD}\none`)
  expect(promptOf('shorten it', above('a key'))).toBe('shorten it')
  expect(promptOf('shorten it', undefined)).toBe('shorten it')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shorten } from '../../src/slack/blocks.ts'

describe('shortening', () => {
  it.each([
    ['short', 10, 'short'],
    ['just right', 10, 'just right'],
    ['one too many', 11, 'one too ma…'],
    ['🧵🧵🧵', 6, '🧵🧵🧵'],
    ['🧵🧵🧵', 5, '🧵🧵…'],
    ['🧵🧵🧵', 4, '🧵…'],
    ['🧵🧵🧵', 2, '…'],
    ['', 1, '']
  ])('%s to %i', (text, length, shortened) => {
    expect(shorten(text, length)).toBe(shortened)
  })

  it('never exceeds the room, never halves a character, and shows that it cut', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 80 }), (whole, length) => {
        const shortened = shorten(whole, length)
        expect(shortened.length).toBeLessThanOrEqual(length)
        expect(shortened.isWellFormed()).toBe(true)
        if (whole.length <= length) expect(shortened).toBe(whole)
        else {
          expect(shortened.endsWith('…')).toBe(true)
          expect(whole.startsWith(shortened.slice(0, -1))).toBe(true)
          expect(shortened.length).toBeGreaterThanOrEqual(length - 1)
        }
      })
    )
  })
})

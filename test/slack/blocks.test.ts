import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../sandbox/slack/block-kit/check-blocks.ts'
import { actions, button, context, plainMessage, section, shorten } from '../../src/slack/blocks.ts'

const LONG = '🧵'.repeat(20_000)

describe('the block builders', () => {
  it.each([
    ['a section', section('*Sent*')],
    ['a section with too much text', section(LONG)],
    ['a muted line', context('one')],
    ['a muted line that is too long', context(LONG)],
    ['buttons', actions(button('stop', 'Stop', 'f_1'), button('again', 'Send again', 'f_1'))],
    ['a button with too long a label', actions(button('stop', LONG, 'f_1'))]
  ])('%s: Slack accepts it', (_, block) => {
    expect(checkBlocks([block], 'message')).toMatchObject({ ok: true })
  })

  it('an endless plain message is cut to what Slack accepts', () => {
    const { text, blocks } = plainMessage(LONG)
    expect(text.length).toBeLessThanOrEqual(12_000)
    expect(checkBlocks(blocks, 'message')).toMatchObject({ ok: true })
  })
})

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

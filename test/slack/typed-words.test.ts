import type { types } from '@slack/bolt'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../sandbox/slack/block-kit/check-blocks.ts'
import { spokenWords, typedWords } from '../../src/slack/slack-text.ts'
import { processorMs } from '../support/processor-ms.ts'

const spoken = (text: string) => typedWords(text).map(spokenWords)
const partsOf = (text: string): types.RichTextBlockElement[] => typedWords(text).flatMap(({ elements }) => elements)
const quoteOf = (...elements: object[]) => [{ type: 'rich_text_quote', elements }]

describe('what somebody typed', () => {
  it('is quoted, with nothing in it that mentions, links or notifies', () => {
    const text = 'tell <!channel> and <@U0BEN> *now*: https://evil.example'
    expect(partsOf(text)).toEqual(quoteOf({ type: 'text', text }))
    expect(spoken('a <b>\nc')).toEqual(['>a &lt;b&gt;\n>c'])
  })

  it('shows marks of code as they were typed', () => {
    expect(spoken('use\n```\nif (a) {}\n```\nnow')).toEqual(['>use\n>```\n>if (a) {}\n>```\n>now'])
    expect(spoken('``````')).toEqual(['>``````'])
  })

  it('is cut where a line ends, or else a word', () => {
    const long = 'x'.repeat(2_000)
    expect(spoken(`${long} one\n${long} two`)).toEqual([`>${long} one`, `>${long} two`])
    expect(spoken(`${long} one ${long}`)).toEqual([`>${long} one`, `>${long}`])
    expect(spoken(`${'x'.repeat(2_899)}😀y`)).toEqual([`>${'x'.repeat(2_899)}😀`, '>y'])
  })

  it('shows emoji, but no part of a time or an address', () => {
    const tada = { type: 'emoji', name: 'tada' }
    expect(partsOf('done :tada:!')).toEqual(quoteOf({ type: 'text', text: 'done ' }, tada, { type: 'text', text: '!' }))
    for (const text of ['at 10:30:00', 'a::b::c', 'std::vector::size', 'https://h:80:x'])
      expect(partsOf(text)).toEqual(quoteOf({ type: 'text', text }))
    expect(spoken('done :tada:')).toEqual(['>done :tada:'])
  })

  it('shows nothing for blanks', () => {
    for (const blank of ['', ' \n ']) expect(typedWords(blank)).toEqual([])
  })

  it.each(['\n', ' '])('with 39,000 of %j inside is shown in no time', blank => {
    const text = `a${blank.repeat(39_000)}b`
    expect(processorMs(() => typedWords(text))).toBeLessThan(200)
  })

  it('is always something that Slack accepts, and loses no word', () => {
    const typed = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '`', '```', ':', 'b:', '<', '&', '😀'),
      maxLength: 60
    })
    const letters = (text: string) =>
      text.replaceAll(/&(?:lt|gt|amp);/g, match => (match === '&lt;' ? '<' : '&')).replaceAll(/[^ab<&😀]/gu, '')
    fc.assert(
      fc.property(typed, text => {
        const blocks = typedWords(text)
        if (blocks.length > 0) expect(checkBlocks(blocks, 'message')).toMatchObject({ ok: true })
        expect(letters(blocks.map(spokenWords).join(''))).toBe(letters(text))
      })
    )
  })
})

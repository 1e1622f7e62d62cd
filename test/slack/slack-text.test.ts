import type { types } from '@slack/bolt'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../sandbox/slack/block-kit/check-blocks.ts'
import {
  decodeSlackText,
  escapeSlackText,
  messageTimeMs,
  slackTime,
  spokenWords,
  typedWords,
  visibleText,
  withoutLeadingMention
} from '../../src/slack/slack-text.ts'
import { processorMs } from '../support/processor-ms.ts'

/** Text with more of Slack's special characters than chance would produce. */
const tricky = fc
  .array(
    fc.oneof(fc.constantFrom('<', '>', '&', '|', '!channel', '@U0ANA', '&lt;', '&amp;', 'http://x.py'), fc.string())
  )
  .map(parts => parts.join(''))

describe("Slack's markup as people saw it", () => {
  it.each([
    ['plain text', 'Shorten the intro', 'Shorten the intro'],
    ['escaped characters', 'a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
    ['an entity that was typed', '&amp;lt;b&amp;gt; and &amp;amp;', '&lt;b&gt; and &amp;'],
    ['entities that Slack does not make', '&nbsp; &quot; &#60;', '&nbsp; &quot; &#60;'],
    ['a person', 'ask <@U0ANA>', 'ask @U0ANA'],
    ['a person with a name', 'ask <@U0ANA|ana>', 'ask @ana'],
    ['a channel', 'see <#C0DOCS|docs> and <#C0DOCS|>', 'see #docs and #C0DOCS'],
    ['everybody', '<!here> <!channel> <!everyone>', '@here @channel @everyone'],
    ['a group', '<!subteam^S123|@devs> <!subteam^S123|devs>', '@devs @devs'],
    ['a date', 'by <!date^1392734382^Posted {date_num} at {time}|18 Feb 2014>', 'by 18 Feb 2014'],
    ['a link', '<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
    ['a link with words', 'see <https://example.com/a|the page>', 'see the page (https://example.com/a)'],
    ['a link named as its address', '<https://example.com|https://example.com>', 'https://example.com'],
    ['a file name that looks like a link', 'fix <http://foo.py|foo.py>', 'fix foo.py'],
    ['a bare name with a slash', '<https://example.com/|example.com>', 'example.com'],
    ['a name that leads elsewhere', '<https://evil.example|good.example>', 'good.example (https://evil.example)'],
    ['a mail address', 'to <mailto:ana@example.com|ana@example.com>', 'to ana@example.com'],
    ['a mail address with words', '<mailto:ana@example.com|Ana>', 'Ana (ana@example.com)']
  ])('%s', (_, text, seen) => {
    expect(decodeSlackText(text)).toBe(seen)
  })

  it.each([
    '<div class="a">',
    'List<String> a = new ArrayList<>()',
    'if (a<b && c>d)',
    '<!note>',
    '<@Override> <#include>',
    '<javascript:alert(1)>',
    '“smart” ‘quotes’ – and a \u200bzero width',
    '*bold* _it_ ~s~ `code` :tada:',
    '<',
    '<@>',
    ''
  ])('is left as typed in an unescaped command: %s', text => {
    expect(decodeSlackText(text)).toBe(text)
  })

  it('any escaped text comes back as it was', () => {
    fc.assert(fc.property(tricky, text => decodeSlackText(escapeSlackText(text)) === text))
  })
})

it('escaped text never contains anything that Slack acts on', () => {
  expect(escapeSlackText('<!channel> & &lt;')).toBe('&lt;!channel&gt; &amp; &amp;lt;')
  fc.assert(fc.property(tricky, text => !/[<>]|&(?!(amp|lt|gt);)/.test(escapeSlackText(text))))
})

it.each([
  ['<@U0BOT> shorten it', 'shorten it'],
  ['<@U0BOT|agent>: shorten it', 'shorten it'],
  ['<@U0BOT>', ''],
  ['\u200f <@U0BOT> shorten it', 'shorten it'],
  ['<@U0BOT2> shorten it', '<@U0BOT2> shorten it'],
  ['shorten it <@U0BOT>', 'shorten it <@U0BOT>'],
  ['<@U0BOT> <@U0BOT> twice', '<@U0BOT> twice'],
  ['shorten it', 'shorten it']
])('a leading mention of the bot is not passed on: %j leaves %j', (text, rest) => {
  expect(withoutLeadingMention(text, 'U0BOT')).toBe(rest)
})

it('a time is shown in the reader’s zone, with UTC as the fallback', () => {
  const ms = Date.UTC(2026, 0, 5, 9, 30, 59, 999)
  expect(slackTime(ms)).toBe('<!date^1767605459^{time}|2026-01-05 09:30 UTC>')
  expect(slackTime(ms, '{date_short_pretty} {time}')).toBe(
    '<!date^1767605459^{date_short_pretty} {time}|2026-01-05 09:30 UTC>'
  )
})

it('a message’s timestamp is a time', () => {
  expect(messageTimeMs('1767605459.123456')).toBe(1_767_605_459_123)
  expect(messageTimeMs('1767605459.000100')).toBe(1_767_605_459_000)
})

describe('what people see of a text', () => {
  it.each([
    ['tags, which spell words', 'a\u{e0072}\u{e006d}b', 'ab'],
    ['selectors of variants, which can hold a message', '😀\u{e0101}\u{e0102}\ufe0f!', '😀!'],
    ['blanks without a width', 'a\u200b\u2060\ufeff\u00adb', 'ab'],
    ['marks of direction', '\u202ea\u2066b', 'ab'],
    ['letters without a shape', 'a\u3164\u115fb', 'ab'],
    ['control characters', 'a\u0007\u001b[31mb', 'a[31mb']
  ])('has none of %s', (_, text, seen) => expect(visibleText(text)).toBe(seen))

  it.each(['👩‍👩‍👧 ❤️ 👍🏽 🏳️‍🌈 1️⃣ ©', 'می‌خواهم', 'क्‍ष', 'a\tb\nc', 'naïve e\u0301'])('keeps %s', text =>
    expect(visibleText(text)).toBe(text)
  )

  it.each(['\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])('ends a line at %j as at any other', end =>
    expect(visibleText(`a${end}b`)).toBe('a\nb')
  )
})

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

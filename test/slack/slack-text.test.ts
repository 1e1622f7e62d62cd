import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeSlackText,
  escapeSlackText,
  messageTimeMs,
  slackTime,
  visibleText,
  withoutLeadingMention
} from '../../src/slack/slack-text.ts'

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
    ['a person with an empty name', 'ask <@U0ANA|>', 'ask @U0ANA'],
    ['a channel', 'see <#C0DOCS|docs> and <#C0DOCS|>', 'see #docs and #C0DOCS'],
    ['everybody', '<!here> <!channel> <!everyone>', '@here @channel @everyone'],
    ['everybody, with a name', '<!here|here> <!channel|@channel>', '@here @channel'],
    ['a group', '<!subteam^S123|@devs> <!subteam^S123|devs>', '@devs @devs'],
    ['a date', 'by <!date^1392734382^Posted {date_num} at {time}|18 Feb 2014>', 'by 18 Feb 2014'],
    ['a date with a link', '<!date^1392734382^{date}^https://a.example/|18 Feb 2014>', '18 Feb 2014'],
    ['a link', '<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
    ['a link with words', 'see <https://example.com/a|the page>', 'see the page (https://example.com/a)'],
    ['a link named as its address', '<https://example.com|https://example.com>', 'https://example.com'],
    ['a file name that looks like a link', 'fix <http://foo.py|foo.py>', 'fix foo.py'],
    ['a bare name with a slash', '<https://example.com/|example.com>', 'example.com'],
    ['a name that leads elsewhere', '<https://evil.example|good.example>', 'good.example (https://evil.example)'],
    ['an address in capitals', '<HTTP://Example.com|Example.com>', 'Example.com'],
    ['a mail address', 'to <mailto:ana@example.com|ana@example.com>', 'to ana@example.com'],
    ['a mail address with words', '<mailto:ana@example.com|Ana>', 'Ana (ana@example.com)'],
    ['a telephone number', '<tel:+15551234|+15551234>', '+15551234'],
    ['a name with escaped characters', '<https://a.example|a &amp; b>', 'a & b (https://a.example)'],
    ['several in a row', '<@U0ANA><#C0DOCS|docs><http://a.py|a.py>', '@U0ANA#docsa.py'],
    ['over several lines', 'one\n<http://a.py|a.py>\n\n  two', 'one\na.py\n\n  two']
  ])('%s', (_, text, seen) => {
    expect(decodeSlackText(text)).toBe(seen)
  })

  it.each([
    '<div class="a">',
    '</div>',
    'List<String> a = new ArrayList<>()',
    'if (a<b && c>d)',
    '<!doctype html>',
    '<!-- note -->',
    '<!note>',
    '<@Override> <#include>',
    '<javascript:alert(1)>',
    '“smart” ‘quotes’ – and a \u200bzero width',
    '*bold* _it_ ~s~ `code` :tada:',
    '<',
    '<>',
    '<@>',
    'a > b',
    ''
  ])('is left as typed in an unescaped command: %s', text => {
    expect(decodeSlackText(text)).toBe(text)
  })

  it('any escaped text comes back as it was', () => {
    fc.assert(fc.property(tricky, text => decodeSlackText(escapeSlackText(text)) === text))
  })
})

describe('escaped text', () => {
  it.each([
    ['<!channel> read this', '&lt;!channel&gt; read this'],
    ['<@U0ANA>', '&lt;@U0ANA&gt;'],
    ['<https://evil.example|good>', '&lt;https://evil.example|good&gt;'],
    ['&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['a & b', 'a &amp; b']
  ])('%s', (text, escaped) => {
    expect(escapeSlackText(text)).toBe(escaped)
  })

  it('never contains anything that Slack acts on', () => {
    fc.assert(fc.property(tricky, text => !/[<>]|&(?!(amp|lt|gt);)/.test(escapeSlackText(text))))
  })
})

describe('a leading mention of the bot', () => {
  it.each([
    ['<@U0BOT> shorten it', 'shorten it'],
    ['  <@U0BOT>, shorten it', 'shorten it'],
    ['<@U0BOT|agent>: shorten it', 'shorten it'],
    ['<@U0BOT>\nshorten it', 'shorten it'],
    ['<@U0BOT>', ''],
    ['<@U0BOT2> shorten it', '<@U0BOT2> shorten it'],
    ['<@U0BO> shorten it', '<@U0BO> shorten it'],
    ['<@U0ANA> shorten it', '<@U0ANA> shorten it'],
    ['shorten it <@U0BOT>', 'shorten it <@U0BOT>'],
    ['<@U0BOT> <@U0BOT> twice', '<@U0BOT> twice'],
    ['shorten it', 'shorten it']
  ])('%j leaves %j', (text, rest) => {
    expect(withoutLeadingMention(text, 'U0BOT')).toBe(rest)
  })
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../sandbox/slack/block-kit/check-blocks.ts'
import {
  actions,
  button,
  context,
  linkButton,
  plainMessage,
  section,
  shorten,
  table,
  toMessage,
  withoutTable
} from '../../src/slack/blocks.ts'
import { escapeInLine, slackTime } from '../../src/slack/slack-text.ts'

const LONG = '🧵'.repeat(20_000)

describe('the block builders', () => {
  it.each([
    ['a section', section('*Sent*')],
    ['a section with too much text', section(LONG)],
    ['muted lines', context('one', 'two')],
    ['a muted line that is too long', context(LONG)],
    ['too many muted lines', context(...Array.from({ length: 40 }, (_, line) => `line ${line}`))],
    ['buttons', actions(button('stop', 'Stop', 'f_1'), button('again', 'Send again', 'f_1', 'danger'))],
    ['a button with too long a label', actions(button('stop', LONG, 'f_1'))],
    ['a link', actions(linkButton('open', 'View', 'https://example.com/1'))],
    ['a link with too long a label', actions(linkButton('open', LONG, 'https://example.com/1'))]
  ])('%s: Slack accepts it', (_, block) => {
    expect(checkBlocks([block], 'message')).toMatchObject({ ok: true })
  })

  it('a plain message says the same to a screen reader', () => {
    const message = plainMessage('Sent to *job_1*')
    expect(message.text).toBe('Sent to *job_1*')
    expect(message.blocks).toEqual([
      { type: 'section', text: { type: 'mrkdwn', verbatim: true, text: 'Sent to *job_1*' } }
    ])
  })

  it('an endless plain message is cut to what Slack accepts', () => {
    const { text, blocks } = plainMessage(LONG)
    expect(text.length).toBeLessThanOrEqual(4_000)
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

const CELLS: [string, object[]][] = [
  ['*job_8f2*', [{ type: 'text', text: 'job_8f2', style: { bold: true } }]],
  ['<@U0ANA>', [{ type: 'user', user_id: 'U0ANA' }]],
  [
    '<#C0DOCS> <https://a.example/?b=1&amp;c=2|card>',
    [
      { type: 'channel', channel_id: 'C0DOCS' },
      { type: 'text', text: ' ' },
      { type: 'link', url: 'https://a.example/?b=1&c=2', text: 'card' }
    ]
  ],
  [
    `held until ${slackTime(1_795_183_200_000)}`,
    [
      { type: 'text', text: 'held until ' },
      { type: 'date', timestamp: 1_795_183_200, format: '{time}', fallback: '2026-11-20 14:00 UTC' }
    ]
  ],
  [
    `“${escapeInLine('<!channel> & <https://evil.example|x> *not bold*')}”`,
    [{ type: 'text', text: '“<!channel> & <https://evil.example|x> *not bold*”' }]
  ]
]

it.each(CELLS)('shows %s as such, and says it aloud as it was written', (markup, elements) => {
  const message = toMessage(table(['Head'], [[markup]]))
  expect(message.blocks).toMatchObject([{ rows: [{}, [{ elements: [{ elements }] }]] }])
  expect(message.text).toBe(markup)
  expect(checkBlocks(message.blocks, 'message').ok).toBe(true)
})

it('leaves no cell empty, and says each row in a line of its own', () => {
  const message = toMessage(
    table(
      ['One', 'Two'],
      [
        ['a', ''],
        ['b', 'c']
      ]
    )
  )
  expect(message.text).toBe('a · –\nb · c')
  expect(checkBlocks(message.blocks, 'message').ok).toBe(true)
})

it('fits a table in lines, however long, into blocks that Slack accepts', () => {
  const rows = Array.from({ length: 20 }, () => ['&amp;'.repeat(100), 'x'.repeat(128)])
  const message = toMessage(table(['One', 'Two'], rows))
  const inLines = withoutTable(message)
  expect(checkBlocks(inLines?.blocks ?? [], 'message').ok).toBe(true)
  expect(
    toMessage(...(inLines?.blocks ?? []))
      .text.split('\n')
      .slice(0, 2)
  ).toEqual(message.text.split('\n').slice(0, 2))
  expect(withoutTable(plainMessage('no table'))).toBeUndefined()
})

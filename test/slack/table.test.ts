import { expect, it } from 'vitest'
import { checkBlocks } from '../../sandbox/slack/block-kit/check-blocks.ts'
import { plainMessage, table, toMessage, withoutTable } from '../../src/slack/blocks.ts'
import { escapeInLine, slackTime } from '../../src/slack/slack-text.ts'

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

import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../sandbox/slack/block-kit/check-blocks.ts'
import { actions, button, context, linkButton, plainMessage, section } from '../../src/slack/blocks.ts'

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

  it('a button has a style only when it is given one', () => {
    expect(button('stop', 'Stop', 'f_1')).not.toHaveProperty('style')
    expect(button('stop', 'Stop', 'f_1', 'danger')).toMatchObject({ style: 'danger', action_id: 'stop', value: 'f_1' })
  })
})

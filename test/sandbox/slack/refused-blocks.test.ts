import { expect, it } from 'vitest'
import { checkBlocks, checkView } from '../../../sandbox/slack/block-kit/check-blocks.ts'

const long = (length: number) => 'x'.repeat(length)
const plain = (length: number) => ({ type: 'plain_text', text: long(length) })
const mrkdwn = (length: number) => ({ type: 'mrkdwn', text: long(length) })
const section = (more = {}) => ({ type: 'section', text: mrkdwn(1), ...more })
const actions = (...elements: unknown[]) => ({ type: 'actions', elements })
const button = (more = {}) => ({ type: 'button', action_id: 'go', text: plain(2), ...more })
const option = (value: string, length = 1) => ({ text: plain(length), value })
const select = (more = {}) => ({ type: 'static_select', action_id: 'pick', options: [option('a')], ...more })
const input = (element: unknown, more = {}) => ({ type: 'input', label: plain(1), element, ...more })
const many = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at))

const AT_THE_LIMIT: [string, unknown[]][] = [
  ['section text', [section({ text: mrkdwn(3000) })]],
  ['context', [{ type: 'context', elements: many(10, () => mrkdwn(1)) }]],
  ['actions', [actions(...many(25, at => button({ action_id: `go${at}` })))]],
  [
    'button',
    [actions(button({ text: plain(75), value: long(2000), url: long(3000), action_id: long(255), style: 'danger' }))]
  ],
  ['select', [actions(select({ options: many(100, at => option(`${at}`, 75)), initial_option: option('1', 75) }))]],
  [
    'input',
    [input({ type: 'plain_text_input', action_id: 'text', initial_value: long(3000), placeholder: plain(150) })]
  ],
  [
    'rich text',
    [{ type: 'rich_text', elements: [{ type: 'rich_text_quote', elements: [{ type: 'text', text: 'a' }] }] }]
  ],
  ['50 blocks', many(50, () => ({ type: 'divider' }))],
  ['the same action in two blocks', [actions(button()), actions(button())]]
]

const REFUSED: [string, unknown[]][] = [
  ['no more than 50 items allowed [/blocks]', many(51, () => ({ type: 'divider' }))],
  ['unsupported type [/blocks/0/type]', [{ type: 'banner' }]],
  ['must be less than 3001 characters [/blocks/0/text/text]', [section({ text: mrkdwn(3001) })]],
  ['must be more than 0 characters [/blocks/0/text/text]', [section({ text: mrkdwn(0) })]],
  ['must be less than 256 characters [/blocks/0/block_id]', [section({ block_id: long(256) })]],
  ['invalid additional property: color [/blocks/0]', [section({ color: 'red' })]],
  ['unsupported type [/blocks/0/accessory/type]', [section({ accessory: { type: 'plain_text_input' } })]],
  ['no more than 10 items allowed [/blocks/0/elements]', [{ type: 'context', elements: many(11, () => mrkdwn(1)) }]],
  ['must provide at least 1 item [/blocks/0/elements]', [actions()]],
  ['no more than 25 items allowed [/blocks/0/elements]', [actions(...many(26, at => button({ action_id: `${at}` })))]],
  ['must be less than 76 characters [/blocks/0/elements/0/text/text]', [actions(button({ text: plain(76) }))]],
  ['must be less than 2001 characters [/blocks/0/elements/0/value]', [actions(button({ value: long(2001) }))]],
  ['must be less than 3001 characters [/blocks/0/elements/0/url]', [actions(button({ url: long(3001) }))]],
  ['must be less than 256 characters [/blocks/0/elements/0/action_id]', [actions(button({ action_id: long(256) }))]],
  ['must be one of: primary, danger [/blocks/0/elements/0/style]', [actions(button({ style: 'default' }))]],
  ['missing required field: text [/blocks/0/elements/0]', [actions({ type: 'button' })]],
  [
    'no more than 100 items allowed [/blocks/0/elements/0/options]',
    [actions(select({ options: many(101, at => option(`${at}`)) }))]
  ],
  [
    'must be less than 76 characters [/blocks/0/elements/0/options/0/text/text]',
    [actions(select({ options: [option('a', 76)] }))]
  ],
  [
    'must be less than 151 characters [/blocks/0/elements/0/options/0/value]',
    [actions(select({ options: [option(long(151))] }))]
  ],
  [
    'initial options must exactly match one of the options [/blocks/0/elements/0]',
    [actions(select({ initial_option: option('b') }))]
  ],
  [
    'no more than 10 items allowed [/blocks/0/element/options]',
    [input({ type: 'checkboxes', options: many(11, at => option(`${at}`)) })]
  ],
  [
    'must be less than 3001 characters [/blocks/0/element/initial_value]',
    [input({ type: 'plain_text_input', initial_value: long(3001) })]
  ],
  [
    'must be less than 151 characters [/blocks/0/element/placeholder/text]',
    [input({ type: 'plain_text_input', placeholder: plain(151) })]
  ],
  ['unsupported type [/blocks/0/element/type]', [input(button())]],
  ['action_id already exists: go in block b1', [{ ...actions(button(), button()), block_id: 'b1' }]],
  ['block_id already exists: b1', [section({ block_id: 'b1' }), section({ block_id: 'b1' })]]
]

it.each(AT_THE_LIMIT)('%s at its limit is accepted', (_name, blocks) => {
  expect(checkBlocks(blocks, 'message')).toMatchObject({ ok: true })
})

it.each(REFUSED)('%s', (problem, blocks) => {
  const checked = checkBlocks(blocks, 'message')
  expect(checked.ok ? [] : checked.problems).toEqual([problem.replace('[/', '[json-pointer:/')])
})

it('missing ids are filled in', () => {
  const checked = checkBlocks([actions({ type: 'button', text: plain(1) })], 'message')
  expect(checked).toMatchObject({
    blocks: [{ block_id: expect.any(String), elements: [{ action_id: expect.any(String) }] }]
  })
})

const modal = (more = {}) => ({ type: 'modal', title: plain(24), blocks: [], ...more })
const asking = { blocks: [input({ type: 'plain_text_input' })] }

it.each([
  ['must be less than 25 characters [/view/title/text]', modal({ title: plain(25) })],
  ['must be less than 25 characters [/view/submit/text]', modal({ submit: plain(25) })],
  ['must be less than 3001 characters [/view/private_metadata]', modal({ private_metadata: long(3001) })],
  ['must be less than 256 characters [/view/callback_id]', modal({ callback_id: long(256) })],
  ['no more than 100 items allowed [/blocks]', modal({ blocks: many(101, () => ({ type: 'divider' })) })],
  ['missing required field: submit (the view has input blocks) [/view]', modal(asking)],
  ['view must be of type modal [/view/type]', { type: 'home', blocks: [] }],
  ['missing required field: title [/view]', modal({ title: undefined })]
])('%s', (problem, view) => {
  const checked = checkView(view, 'modal')
  expect(checked.ok ? [] : checked.problems).toEqual([problem.replace('[/', '[json-pointer:/')])
})

it('a modal with inputs and a submit button is accepted', () => {
  expect(checkView(modal({ ...asking, submit: plain(24), private_metadata: long(3000) }), 'modal').ok).toBe(true)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agentJobSchema, finalStatus } from '../../src/agent/agent-job.ts'

const WHOLE = {
  status: 'completed',
  source: { repository: 'https://github.com/example/shop', ref: 'main' },
  prLink: 'https://github.com/example/shop/pull/1',
  archivedAt: null,
  model: 'some-model',
  createdAt: '2026-11-20T13:00:00Z'
}

describe("the agent service's record", () => {
  it('a full record is kept, without the fields we do not use', () => {
    expect(agentJobSchema.parse({ id: 'job_1', ...WHOLE, extra: { more: 1 } })).toEqual(WHOLE)
  })

  it.each<[string, object, object]>([
    ['nothing at all', {}, {}],
    ['a sample body of the document, without status', { id: 'x', prLink: null }, { prLink: null }],
    ['a status that is null', { status: null }, { status: undefined }],
    ['an unknown status', { status: 'paused' }, { status: 'paused' }],
    ['no source', { source: null }, { source: null }],
    ['a source with half its fields', { source: { repository: null } }, { source: { repository: null } }],
    ['a source with a broken field', { source: { repository: 7, ref: 'b' } }, { source: { ref: 'b' } }],
    ['a link that is none', { prLink: 'none yet' }, { prLink: undefined }],
    ['a link that runs code', { prLink: 'javascript:alert(1)' }, { prLink: undefined }],
    ['a plain http link', { prLink: 'http://git.local/1' }, { prLink: 'http://git.local/1' }],
    ['a model that is no name', { model: 7, createdAt: {} }, {}],
    ['NUL in a name', { source: { ref: 'a\0b' } }, { source: { ref: 'ab' } }],
    ['half a character', { source: { ref: 'a\ud83e' } }, { source: { ref: 'a\ufffd' } }]
  ])('%s', (_, body, known) => {
    expect(agentJobSchema.parse(body)).toEqual(known)
  })

  it.each([[null], ['completed'], [7], [[]], [true]])('%j is not a record', body => {
    expect(agentJobSchema.safeParse(body).success).toBe(false)
  })

  it('any object is a record, and what is kept of it can be stored', () => {
    fc.assert(
      fc.property(fc.record(Object.fromEntries(Object.keys(WHOLE).map(key => [key, fc.anything()]))), body => {
        const text = JSON.stringify(agentJobSchema.parse(body))
        expect(text).not.toContain('\\u0000')
        expect(JSON.parse(text)).toBeTypeOf('object')
      })
    )
  })
})

it.each([
  ['completed', 'completed'],
  ['archived', 'archived'],
  ['failed', 'failed'],
  ['active', undefined],
  ['Completed', undefined],
  ['paused', undefined],
  [undefined, undefined]
])('status %s is final: %s', (status, final) => {
  expect(finalStatus({ status })).toBe(final)
})

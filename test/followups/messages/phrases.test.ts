import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressed,
  durationWords,
  echo,
  quote,
  sourceWords,
  stateWords
} from '../../../src/followups/messages/phrases.ts'
import { evidenceAtSend } from '../../../src/followups/rules/evidence.ts'
import { followupIn, NOW, watching } from '../a-followup.ts'

const job = (record: object | null) => ({ record, seenAtMs: NOW, trouble: null, lookNumber: 1 })

describe('phrases', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [3_540_000, '59 min'],
    [3_599_000, '1 h 0 min'],
    [3_600_000, '1 h 0 min'],
    [90_000_000, '25 h 0 min']
  ])('says %i ms as %s', (ms, words) => {
    expect(durationWords(ms)).toBe(words)
  })

  it.each([
    [null, undefined],
    [{}, undefined],
    [{ source: null }, undefined],
    [{ source: { repository: '', ref: 'main' } }, undefined],
    [{ source: { repository: 'https://github.com/acme/docs', ref: null } }, 'acme/docs'],
    [{ source: { repository: 'https://github.com/acme/docs.git', ref: 'a`b' } }, "acme/docs on `a'b`"],
    [{ source: { repository: 'acme/docs', ref: 'main' } }, 'acme/docs on `main`'],
    [{ source: { repository: '<!here>', ref: '<b>' } }, '&lt;!here&gt; on `&lt;b&gt;`']
  ])('says where %j works', (record, words) => {
    expect(sourceWords(record)).toBe(words)
  })

  it('names a state in a word or two', () => {
    const at = { atMs: NOW }
    const before = { delivery: 'sure' as const, sentAtMs: NOW, before: {}, evidence: evidenceAtSend({}, NOW) }
    const completed = { status: 'completed' }
    const ended = { ...watching().progress.evidence, sawWork: true, end: { atMs: NOW, job: completed } }
    const told = { kind: 'no work' as const, atMs: NOW, in: 'f_1', job: completed }
    const words = [
      stateWords(followupIn({ state: 'accepted' }), job(null)),
      stateWords(
        followupIn({ state: 'sending', taskId: 't', sinceMs: NOW, before: {}, evidence: evidenceAtSend({}, NOW) }),
        job(null)
      ),
      stateWords(watching(), job({ status: 'completed' })),
      stateWords(watching(), job({})),
      stateWords(watching({ delivery: 'maybe' }), job({})),
      stateWords(watching(), job({ status: 'pau<sed>' })),
      stateWords(watching({ evidence: ended }), job({ status: 'completed' })),
      stateWords(watching({ told }), job({ status: 'completed' })),
      stateWords(followupIn({ state: 'rejected', reason: 'bug', ...at }), job(null)),
      stateWords(followupIn({ state: 'cancelled', by: 'U1', ...at }), job(null)),
      stateWords(followupIn({ state: 'unwatched', because: 'stopped', ...at, ...before }), job(null))
    ]
    expect(words).toEqual([
      'about to be sent',
      'being sent',
      'working',
      'sent, no status yet',
      'maybe delivered',
      'pau&lt;sed&gt;',
      'finished, waiting for the pull request',
      'at rest, no work seen for this',
      'not delivered',
      'cancelled',
      'no longer watched'
    ])
  })

  it('quotes at most 200 characters, and never half of one', () => {
    expect(quote('a\nb')).toBe('>a\n>b')
    expect(quote(`${'x'.repeat(198)}😀y`)).toBe(`>${'x'.repeat(198)}…`)
    expect(quote('<!channel> &')).toBe('>&lt;!channel&gt; &amp;')
  })

  it('returns text whole, in blocks that Slack accepts', () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 4_000 }).map(text => text.replaceAll('\r', ''))
    fc.assert(
      fc.property(typed, prompt => {
        const texts = echo(prompt).map(block => block.text?.text ?? '')
        for (const text of texts) expect(text.length).toBeLessThanOrEqual(3_000)
        if (prompt.length > 1_700) return
        const lines = texts.map(text => text.replace(/^>/, '').replaceAll('\n>', '\n')).join('')
        const decoded = lines.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
        expect(decoded).toBe(prompt)
      })
    )
    expect(echo('&'.repeat(4_000))).toHaveLength(4)
    expect(echo('&'.repeat(4_000)).at(-1)?.text?.text).toBe('>…')
  })

  it('mentions everybody once, in the order they asked, but nobody who muted the thread', () => {
    const of = (requesterId: string, isMuted = false) => ({ ...watching(), requesterId, isMuted })
    expect(addressed([of('U2'), of('U1'), of('U2')], 'it failed.')).toBe('<@U2> <@U1>, it failed.')
    expect(addressed([of('U2', true), of('U1')], 'it failed.')).toBe('<@U1>, it failed.')
    expect(addressed([of('U2', true)], 'it failed.')).toBe('It failed.')
  })
})

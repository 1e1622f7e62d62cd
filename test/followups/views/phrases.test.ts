import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../../sandbox/slack/block-kit/check-blocks.ts'
import { startWaiting } from '../../../src/followups/model/decide-send.ts'
import type { Wait } from '../../../src/followups/model/wait.ts'
import { drawNotice } from '../../../src/followups/views/notices.ts'
import {
  addressed,
  durationWords,
  echo,
  quoteTwoLines,
  saidInOneLine,
  someNames,
  sourceWords
} from '../../../src/followups/views/phrases.ts'
import { section, toMessage } from '../../../src/slack/blocks.ts'
import { asShown } from '../../support/as-shown.ts'
import { deferredIn, followupIn, NOW, watching } from '../a-followup.ts'

describe('phrases', () => {
  it.each([
    [0, 'a few seconds'],
    [5_000, '5 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [3_540_000, '59 min'],
    [3_599_000, '1 h'],
    [3_600_000, '1 h'],
    [4_500_000, '1 h 15 min'],
    [90_000_000, '25 h']
  ])('says %i ms as %s', (ms, words) => {
    expect(durationWords(ms)).toBe(words)
  })

  it.each([
    [undefined, 'taken back'],
    ['U0ANA', 'taken back'],
    ['U0BEN', '“add examples”']
  ])('says in a list of Ana’s follow-up that was cancelled by %s: %s', (by, words) => {
    expect(saidInOneLine(followupIn({ state: 'dropped', reason: 'cancelled', by, atMs: NOW }))).toBe(words)
  })

  it('repeats of a name that others chose nothing that nobody sees', () => {
    expect(someNames(['lint\u{e0064}\u{e0065}\u202e\n2', 'test'])).toBe('lint 2 and test')
  })

  it('says of one with many blanks no half of a character', () => {
    expect(saidInOneLine({ ...watching(), prompt: `a${' '.repeat(158)}😀😀` })).toBe('“a …”')
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

  it('quotes at most 200 characters, and never half of one', () => {
    const shown = (prompt: string) =>
      asShown(toMessage(section('It said:'), ...quoteTwoLines(prompt)))
        .split('\n')
        .slice(1)
    expect(shown('a\n\nb\nc')).toEqual(['>a', '>b …'])
    expect(shown('```\none\n```')).toEqual(['>one'])
    expect(shown(`${'x'.repeat(198)}😀y`)).toEqual([`>${'x'.repeat(198)}…`])
    expect(shown('<!channel> &')).toEqual(['><!channel> &'])
  })

  it.each(['\u202e', '\u202b', '\u2067', '\u2069'])('turns no line around for the invisible %j in a quote', mark => {
    expect(saidInOneLine({ ...watching(), prompt: `add${mark} tests` })).toBe('“add tests”')
    expect(saidInOneLine({ ...watching(), prompt: 'أضف \u200fאמת' })).toBe('“أضف \u200fאמת”')
    expect(sourceWords({ source: { repository: `acme/docs${mark}`, ref: `${mark}main` } })).toBe('acme/docs on `main`')
  })

  it('returns text whole, in blocks that Slack accepts', () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 4_000 }).map(text => text.replaceAll(/[\r`\s]/g, '_'))
    fc.assert(
      fc.property(typed, prompt => {
        const { text, blocks } = toMessage(section('It said:'), ...echo(prompt))
        expect(checkBlocks(blocks, 'message')).toMatchObject({ ok: true })
        expect(
          asShown({ text, blocks })
            .split('\n')
            .slice(1)
            .join('')
            .replaceAll(/^>|(?<=.{2900})>/g, '')
        ).toContain(prompt.slice(0, 2_900))
      })
    )
    for (const hostile of ['&', '`', '```', '\n', '```a```b', ':a:', '😀', '> ', ' \u202e'].map(of =>
      of.repeat(9_000)
    )) {
      const { blocks } = toMessage(section('It said:'), ...echo(hostile))
      expect(checkBlocks(blocks, 'message')).toMatchObject({ ok: true })
    }
    const cut = echo('&'.repeat(10_000))
    expect(cut).toHaveLength(3)
    expect(asShown(toMessage(...cut.slice(-1)))).toMatch(/…$/)
  })

  it('mentions everybody once, in the order they asked, but nobody who muted the thread', () => {
    const of = (requesterId: string, isMuted = false) => ({ ...watching(), requesterId, isMuted })
    expect(addressed([of('U2'), of('U1'), of('U2')], 'it failed.')).toBe('<@U2> <@U1>, it failed.')
    expect(addressed([of('U2', true), of('U1')], 'it failed.')).toBe('<@U1>, it failed.')
    expect(addressed([of('U2', true)], 'it failed.')).toBe('It failed.')
  })
})

it.each<[string, Wait, string]>([
  ['its job', { why: 'idle' }, 'Follow-up from @Ana, waiting until the job is idle:'],
  ['its time to undo', { why: 'undo', untilMs: NOW + 10_000 }, 'Follow-up from @Ana:']
])(
  'says what a follow-up from outside the thread waits for, unless that is only its time to undo: %s',
  (_, wait, words) => {
    const followup = startWaiting(deferredIn(wait))
    expect(asShown(drawNotice('typed', followup) ?? { text: '' }).split('\n')[0]).toBe(words)
  }
)

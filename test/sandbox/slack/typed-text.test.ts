import { expect, it } from 'vitest'
import { toRichText } from '../../../sandbox/slack/typed-text.ts'
import { openWorkspace } from './open-workspace.ts'

const TYPED: [typed: string, stored: string][] = [
  ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
  ['already &amp; escaped', 'already &amp;amp; escaped'],
  ['see foo.py and README.md.', 'see <http://foo.py|foo.py> and <http://README.md|README.md>.'],
  ['version 1.2 of index.ts', 'version 1.2 of index.ts'],
  ['https://example.com/a?b=1&c=2, then', '<https://example.com/a?b=1&amp;c=2>, then'],
  ['write to ana@example.com', 'write to <mailto:ana@example.com|ana@example.com>'],
  ['hi @Ana and @Anabel', 'hi <@U0ANA000002> and @Anabel'],
  ['@Agent Follow-up status', '<@U0AGENTBOT> status'],
  ['<@U0AGENTBOT> hello', '<@U0AGENTBOT> hello'],
  ['@here in <#C0DOCS00001>', '<!here> in <#C0DOCS00001|docs>'],
  ['run `foo.py && bar` now', 'run `foo.py &amp;&amp; bar` now'],
  ['```\nfoo.py <b>\n```', '```\nfoo.py &lt;b&gt;\n```'],
  ['“smart” quotes stay', '“smart” quotes stay'],
  ['<!channel> typed by hand', '&lt;!channel&gt; typed by hand']
]

it.each(TYPED)('%j is stored as %j', async (typed, stored) => {
  const { slack, ana, docs } = await openWorkspace()
  expect((await slack.say({ user: ana, channel: docs, text: typed })).text).toBe(stored)
})

it('the rich text of a message says the same', () => {
  const [block] = toRichText('hi <@U0ANA000002> :eyes: `a &lt; b` <http://foo.py|foo.py> <!here> ```x &amp; y```')
  expect(block).toMatchObject({
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'hi ' },
          { type: 'user', user_id: 'U0ANA000002' },
          { type: 'text', text: ' ' },
          { type: 'emoji', name: 'eyes' },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'a < b', style: { code: true } },
          { type: 'text', text: ' ' },
          { type: 'link', url: 'http://foo.py', text: 'foo.py' },
          { type: 'text', text: ' ' },
          { type: 'broadcast', range: 'here' },
          { type: 'text', text: ' ' }
        ]
      },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x & y' }] }
    ]
  })
})

it('a command arrives as typed, or marked up if the manifest says so', async () => {
  const text = 'job_1 ask <@U0ANA000002> about foo.py & <b>'
  const received = async (escapeCommandText: boolean) => {
    const { slack, ana, docs } = await openWorkspace({ escapeCommandText })
    await slack.command({ user: ana, channel: docs, text })
    return slack.deliveries()[0]?.payload.text
  }
  expect(await received(false)).toBe('job_1 ask @Ana about foo.py & <b>')
  expect(await received(true)).toBe('job_1 ask <@U0ANA000002|ana> about <http://foo.py|foo.py> &amp; &lt;b&gt;')
})

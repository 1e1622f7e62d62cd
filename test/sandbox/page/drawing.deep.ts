import { expect } from 'vitest'
import { postAsBot } from '../slack/call-slack.ts'
import { browserTest } from './browser-test.ts'

const mention = (name: string, look = 'mention') => `<span class="${look}">@${name}</span>`
const link = (url: string, words: string) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${words}</a>`
const emoji = (name: string, picture: string) => `<span class="emoji" role="img" aria-label="${name}">${picture}</span>`

/** Slack's markup, and how it is drawn. */
const MARKUP: [string, string][] = [
  ['*bold* _it_ ~no~ `a &lt; b`', '<p><strong>bold</strong> <em>it</em> <s>no</s> <code>a &lt; b</code></p>'],
  ['job_8f2 is 2*3*4 and snake_case_word', '<p>job_8f2 is 2*3*4 and snake_case_word</p>'],
  ['*bold _and italic_*', '<p><strong>bold <em>and italic</em></strong></p>'],
  ['>one\n>two\nthree', '<blockquote>one\ntwo</blockquote><p>three</p>'],
  ['a ```x\n*y*``` b', '<p>a </p><pre>x\n*y*</pre><p> b</p>'],
  ['<@U0ANA> and <@U0BEN>', `<p>${mention('Ana', 'mention own')} and ${mention('Ben')}</p>`],
  ['<#C0DOCS> <!channel>', `<p><span class="mention">#docs</span> ${mention('channel', 'mention own')}</p>`],
  ['<https://a.example/?b=1&amp;c=2|a link>', `<p>${link('https://a.example/?b=1&amp;c=2', 'a link')}</p>`],
  ['<javascript:alert(1)|press me>', '<p>press me</p>'],
  ['&lt;!channel&gt; &amp;lt; &lt;img src=x&gt;', '<p>&lt;!channel&gt; &amp;lt; &lt;img src=x&gt;</p>'],
  [':eyes: :nobody_knows:', `<p>${emoji('eyes', '👀')} ${emoji('nobody_knows', ':nobody_knows:')}</p>`],
  [
    '<!date^1700000000^{date_short_pretty} at {time}|no date>',
    '<p><time title="Tuesday, 14 November 2023 at 23:13:20">14 Nov 2023 at 23:13</time></p>'
  ],
  ['<!date^soon^{time}|no date>', '<p>no date</p>']
]

browserTest(
  'draws what Slack draws, and nothing that could run',
  { guide: false },
  async ({ page, sandbox: { slack } }) => {
    const blocks = MARKUP.map(([text]) => ({ type: 'section', text: { type: 'mrkdwn', text } }))
    await postAsBot(slack, 'C0DOCS', { text: 'all of it', blocks })
    await page.locator('.from-app .block-section').first().waitFor()
    const inside = await page.evaluate(
      "[...document.querySelectorAll('.from-app .block-section .mrkdwn')].map(drawn => drawn.innerHTML)"
    )
    expect(inside).toEqual(MARKUP.map(([, html]) => html))
  }
)

browserTest(
  'draws what people type, edit, delete and attach',
  { guide: false },
  async ({ page, sandbox: { slack } }) => {
    const place = { user: 'U0BEN', channel: 'C0DOCS' }
    const said = await slack.say({
      ...place,
      text: '`code`, @Ana, https://a.example :tada:',
      files: [{ name: 'shot.png' }]
    })
    const message = page.locator(`[data-ts="${said.ts}"]`)
    const body = message.locator('.mrkdwn')
    await message.getByText('shot.png').waitFor()
    expect(await body.innerHTML()).toBe(
      `<p><code>code</code>, ${mention('Ana', 'mention own')}, ${link('https://a.example', 'https://a.example')} ${emoji('tada', '🎉')}</p>`
    )

    await page.getByRole('button', { name: 'Ben' }).click()
    await message.hover()
    await message.getByRole('button', { name: 'Edit' }).click()
    await message.getByRole('textbox').fill('better words')
    await page.keyboard.press('Enter')
    await message.getByText('better words').waitFor()
    await message.getByText('(edited)').waitFor()
    const focused = () => page.evaluate('document.activeElement.ariaLabel')
    expect(await focused()).toBe(await message.getAttribute('aria-label'))
    await message.getByRole('button', { name: 'Edit' }).press('Enter')
    await message.getByRole('textbox').press('Tab')
    await slack.say({ ...place, text: 'meanwhile' })
    await page.getByText('meanwhile').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel')
    await message.getByRole('textbox').press('Escape')
    expect(await focused()).toBe(await message.getAttribute('aria-label'))
    await message.hover()
    await message.getByRole('button', { name: 'React with eyes' }).click()
    await message.getByRole('button', { name: 'eyes, 1, by Ben' }).waitFor()
    await message.getByRole('button', { name: 'Delete' }).press('Enter')
    await message.waitFor({ state: 'detached' })
    await page.locator('textarea:focus[aria-label="Message #docs, as Ben"]').waitFor()

    const code = await slack.say({ ...place, text: 'use\n```\n  if (a) {}\n```\nnow' })
    const drawn = page.locator(`[data-ts="${code.ts}"] .mrkdwn`)
    await drawn.waitFor()
    expect(await drawn.innerHTML()).toBe('<p>use</p><pre>  if (a) {}</pre><p>now</p>')
  }
)

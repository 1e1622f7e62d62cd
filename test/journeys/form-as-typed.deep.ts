import { expect, it } from 'vitest'
import { startForm } from '../support/watched-job.ts'

const HOSTILE = {
  'Slack’s own markup': '<!channel> <@U0BEN> <https://a.example|b> &lt;b&gt;',
  'code over many lines': `\`\`\`\n${Array.from({ length: 40 }, (_, at) => `  line ${at} <${at}>`).join('\n')}\n\`\`\``,
  'three thousand characters': 'ab & '.repeat(600).trim(),
  'right-to-left text, and the mark that reverses it': 'مرحبا \u202eabc',
  'nothing but emoji': '🎉👩‍👩‍👧'
}

it.each(Object.entries(HOSTILE))('sends %s as they were typed, and notifies nobody', async (_, instruction) => {
  const { open, form, advance, sent, card } = await startForm()
  await open('job_8f2')
  expect(await form.send({ instruction })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual([instruction])
  expect(card()).not.toContain('ALARM')
})

it('shows the next result of the thread in the channel again', async () => {
  const { agent, open, form, reply, advance, thread } = await startForm()
  await open('job_8f2')
  await form.send({ instruction: 'shorten it', hears: 'thread' })
  await advance(2_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(60_000)
  await reply('and the title')
  await advance(2_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/13' })
  await advance(60_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, /)
})

it.each([
  ['news', 'The card goes to the channel; results too, unless they bring nothing new.'],
  ['all', 'The card goes to the channel; so does every result.'],
  ['none', 'The card goes to the channel; the result stays in its thread.']
])('says in plain words who hears about it where results in the channel are “%s”', async (results, words) => {
  const { slack, ana, open } = await startForm({ env: { RESULTS_IN_CHANNEL: results } })
  await open()
  expect(JSON.stringify(slack.views(ana))).toContain(words)
})

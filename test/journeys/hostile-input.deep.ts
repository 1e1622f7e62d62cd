import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Journey, startJourney, startWatching, startWithJob } from '../support/journey.ts'

const PROMPTS: Record<string, string> = {
  'words that would wake everybody': 'tell <!channel>, <!here>, @channel and <!everyone|all> that <@U0ANA|x> said so',
  'entities as they are typed': 'write &lt;b&gt; & &amp;amp; as they are, 1 < 2 > 0',
  'links and names that look like links': 'see https://example.com/a?b=1&c=2#d, README.md, foo.py and ana@example.com.',
  'Slack’s own markup': '<!date^0^{date}|now> <!subteam^S1|@team> <tel:112|call> *bold* _it_ ~no~',
  'code blocks and inline code': 'use:\n```\nif (a < b && c > d) {\n  go("<!here>")\n}\n```\nand `<T>` > quote',
  'four thousand characters that all need escaping': 'a&<> '.repeat(800).trim(),
  'four thousand plain characters': 'abcdefghi '.repeat(400).trim(),
  'emoji made of several characters': '👩‍👩‍👧‍👦🏳️‍🌈 :tada: '.repeat(60).trim(),
  'right-to-left text, and the mark that reverses it': 'שלום עולם \u202eabc\u202c مرحبا',
  'typographic quotes': '“fix” ‘this’ «please» — don’t…',
  'line breaks and blanks': 'first\n\n\n  second\tthird   fourth',
  'what looks like a template': '{{x}} %s $1 $& \\n \\u0000'
}

const draft = z.object({ words: z.string() })

/** The lines of its quotes. */
const quotedIn = (shown = '') => [...shown.matchAll(/^>(.*)$/gm)].map(([, line]) => line).join('\n')

const LIVE_ELEMENTS = ['user', 'usergroup', 'channel', 'broadcast', 'team', 'link', 'date']

/** What is markup to Slack, apart from mentions of the requesters and times. In rich text, words are just that. */
const tokens = (journey: Journey) => {
  const { slack, channel, ana, ben } = journey
  const shown = [...slack.messages(channel).filter(({ user }) => user === slack.botUserId), ...slack.ephemerals()]
  const texts: string[] = []
  JSON.stringify(
    shown.map(({ text, blocks }) => ({ text, blocks })),
    (key, value) => {
      if (value?.type === 'text') return undefined
      if (LIVE_ELEMENTS.includes(value?.type)) texts.push(`<${value.type}>`)
      if (key === 'text' && typeof value === 'string') texts.push(value)
      return value
    }
  )
  const live = texts.flatMap(text => text.match(/<[^<>]*>?/g) ?? [])
  return live.filter(token => token !== `<@${ana}>` && token !== `<@${ben}>` && !/^<!date\^\d+\^[a-z ]*\{/.test(token))
}

it('brings words to the agent as they were typed, and shows them as plain text, whatever they are', async () => {
  const journey = await startJourney()
  const { agent, command, runDue, job, tell } = journey
  for (const [at, [what, typed]] of Object.entries(PROMPTS).entries()) {
    job(`job_${at}`)
    agent.fail('send', { status: 500 })
    await command(`job_${at} ${typed}`, { escape: true })
    await runDue()
    await tell(typed)
    const bodies = agent.requests({ asked: 'send' }).map(({ body }) => body)
    expect([what, bodies.slice(2 * at)]).toEqual([what, [{ prompt: typed }, { prompt: typed }]])
    const refusal = await command(`job/8 ${typed}`, { escape: true })
    expect(refusal).toContain('“job/8” can’t be a job’s id')
    expect([what, tokens(journey)]).toEqual([what, []])
    // A refusal offers the words in the form; what no button can carry is quoted, as far as Slack allows.
    const blocks = JSON.stringify(journey.slack.ephemerals().at(-1)?.blocks)
    const [offered] = /(?<="value":)"(?:[^"\\]|\\.)*"/.exec(blocks) ?? []
    const { words } = draft.parse(JSON.parse(JSON.parse(offered ?? '""')))
    if (words === '') expect(typed.slice(0, 500), what).toBe(quotedIn(refusal).slice(0, 500))
    else expect(words).toContain(typed)
  }
})

it('removes what no database can store, and nothing else', async () => {
  const { command, runDue, tell, sent } = await startWithJob()
  await command('job_8f2 a\0b \ud800 c\udfff 😀')
  await runDue()
  await tell('x\0y \udc00')
  expect(sent()).toEqual(['ab \ufffd c\ufffd 😀', 'xy \ufffd'])
})

it('reads a command the same way whether or not Slack marks it up', async () => {
  const { command, type, sent } = await startWithJob()
  const typed = 'ask <@U0BEN> in <#C0DOCS> about foo.py, https://example.com and <div> @here'
  await command(`job_8f2 ${typed}`, { escape: true })
  await type(`job_8f2 ${typed} twice`, { escape: false })
  const read = 'ask @ben in #docs about foo.py, https://example.com and <div> @here'
  expect(sent().map(prompt => prompt.toLowerCase())).toEqual([read, `${read} twice`])
})

it('shows what a job says about itself as plain text, however odd or long', async () => {
  const odd = { repository: 'https://github.com/acme/<!here>', ref: 'a`b<!channel>' }
  const journey = await startWatching({}, { ...odd, model: '<@U0GUS> & co'.repeat(400) })
  const { agent, command, advance, card, thread } = journey
  agent.setJob('job_8f2', { status: `<!channel> ${'x'.repeat(5_000)}` })
  await advance(6_000)
  expect(card()).toContain('*job_8f2* · <!channel> xxxxxxxxxxxxxxxxxxxxxxxxxxxx…')
  await command('status job_8f2')
  agent.finish('job_8f2', { prLink: 'https://example.com/a|b>c/pull/3' })
  await advance(30_000)
  expect(new Set(tokens(journey).filter(token => !/^<(date|user|link)>$|\|card>$/.test(token)))).toEqual(
    new Set(['<https://example.com/a%7Cb%3Ec/pull/3|pull request on example.com>'])
  )
  expect(thread()).toHaveLength(1)
})

const OVERVIEWS: Record<string, string> = {
  'three thousand and one characters': 'x'.repeat(3_001),
  'what Slack would take for an alarm': '<!channel> <@U0BEN> <https://evil.example|pull request #12> *bold* `code`',
  'right-to-left text, and the mark that reverses it': 'שלום \u202eעולם مرحبا',
  'nothing but emoji': '👩‍👩‍👧‍👦 :tada: 🏳️‍🌈',
  'nothing but marks of code': '``` ```',
  'forty lines of code': `\`\`\`\n${'  if (a < b && c) { return "<!here>" }\n'.repeat(40)}\`\`\``,
  'characters that all grow when they are escaped': '&'.repeat(3_001)
}

it('shows two hundred jobs in a list that Slack accepts, whatever their follow-ups say', async () => {
  const journey = await startWatching({ hourlyLimit: 1 })
  const { slack, agent, ana, database, command, advance, reply } = journey
  await advance(2_000)
  const words = Object.values(OVERVIEWS)
  for (const said of words) {
    await reply(said)
    await advance(1_000)
  }
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, in_line_at_ms, written_at_ms, progress, standing)
     select 'f_x' || n, project_id, rpad('job_' || n, 128, 'x'), team_id, channel_id, '1.' || n, 'U0BEN', ($1::text[])[1 + n % $2], in_line_at_ms - n, written_at_ms - n, '{"state": "dropped", "reason": "cancelled", "by": "U0MODERATOR", "atMs": 0}', 'cancelled'
     from followup.followup, generate_series(1, 200) as n where id = 'f_1'`,
    [words, words.length]
  )
  for (const typed of ['list', 'status job_8f2']) expect(await command(typed), typed).toContain('\n“')
  const answers = slack.ephemerals(undefined, ana).slice(-3)
  for (const { text, blocks = [] } of answers) {
    expect(blocks.map(({ type }) => type).slice(0, 2)).toEqual(['section', 'section'])
    expect(text).not.toContain('…\n…')
    expect(text).not.toMatch(/\u202e|<!(?:channel|here)|<https:\/\/evil/)
  }
  const live = tokens(journey).filter(token => !token.startsWith('<https://stand-in.slack.com/archives/C0DOCS/'))
  expect(live).toEqual([])
  expect(agent.sends()).toHaveLength(1)
})

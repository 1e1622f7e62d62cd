import { expect, it } from 'vitest'
import { ALL_SCOPES } from '../../sandbox/slack/announce-event.ts'
import { type JourneyOptions, startWatching, startWithJob } from '../support/journey.ts'

async function startWithCore(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  journey.slack.addChannel({ id: 'C0CORE', name: 'core', kind: 'private' })
  return journey
}

it('names a private channel only in what was said there', async () => {
  const { slack, channel, ana, ben, advance, later, card, job, tell, form } = await startWatching()
  const layoffs = slack.addChannel({ id: 'C0LAYOFFS', name: 'layoffs-2027', kind: 'private', members: [ana, ben] }).id
  job('job_9')
  await tell('ask <@U0ANA>, see <#C0LAYOFFS> and <#C0DOCS>')
  expect(card()).toContain('“ask @Ana, see #C0LAYOFFS and #docs”')
  await slack.say({ user: ben, channel, text: '<@U0AGENTBOT> job_9 write it in <#C0LAYOFFS>' })
  await slack.say({ user: ben, channel: layoffs, text: '<@U0AGENTBOT> job_9 ask <#C0LAYOFFS>' })
  await advance(5_000)
  expect(later().slice(1).toSorted()).toEqual(['ask #layoffs-2027', 'write it in #C0LAYOFFS'])
  const { ts } = await slack.say({ user: ben, channel, text: 'see <#C0LAYOFFS>' })
  await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs: ts })
  await form().opened()
  expect(form().shown().join('\n')).toContain('see #C0LAYOFFS')
})

it.each([
  ['takes too long', { delayMs: 4_000 }],
  ['asks the bot to wait', { retryAfterS: 60 }],
  ['has an error of its own', { error: 'internal_error' }]
])('sends a reply all the same, with the id, when Slack %s', async (_, fault) => {
  const { slack, reply, advance, later } = await startWithCore()
  slack.fail('conversations.info', { ...fault, times: 1 })
  const startedAt = performance.now()
  await reply('write it in <#C0CORE>')
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  await advance(3_000)
  expect(later()).toEqual(['write it in #C0CORE'])
})

const lacking = (scope: string, refusal: string) => ({
  botScopes: ALL_SCOPES.filter(other => other !== scope),
  errors: [`The Slack app lacks the scope ${scope}. Add it at api.slack.com/apps`],
  refusals: [`${refusal} missing_scope`]
})

it('says once in the log which scope the app lacks', async () => {
  const { tell, later, log } = await startWithCore(lacking('groups:read', 'conversations.info'))
  for (const words of ['write it in <#C0CORE>', 'and once more in <#C0CORE>']) await tell(words)
  expect(later()).toEqual(['write it in #C0CORE', 'and once more in #C0CORE'])
  expect(log.filter(({ level }) => level === 'error')).toHaveLength(1)
})

it('says that nobody can be recognised without the scope for it', async () => {
  const { command, log } = await startWithJob(lacking('users:read', 'users.info'))
  expect(await command('job_8f2 add examples')).toMatch(/^Not sent: Slack couldn’t tell me who you are\./)
  expect(log.filter(({ level }) => level === 'error')).toHaveLength(1)
})

import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const HELP = `*Steer a running agent job from here.*
\`/agent-followup <jobId> <what the agent should do>\` sends a follow-up. I post a card, watch the job and bring the outcome back.
\`/agent-followup status <jobId>\` tells you where a job stands.
\`/agent-followup help\` shows this.
*In the thread of a card* every reply is a further follow-up. These words are for me: \`status\`, \`stop watching\`, \`help\` (also as \`!status\`). A reply that starts with \`//\` or \`aside\` is never sent.
👀 seen · 📨 the agent has it · ⏳ held · ✅ finished · ❌ failed or not sent · ⚠️ unknown`

const NOTHING =
  'Nothing was sent: tell me the job and what it should do, like `/agent-followup job_8f2 Also add error handling examples`.'

it('answers a command that sends nothing privately, and says what is missing', async () => {
  const { slack, agent, channel, command } = await startJourney()
  agent.addJob({ id: 'job_8f2' })

  expect(await command('help')).toBe(HELP)
  expect(await command('  HELP ')).toBe(HELP)
  expect(await command('')).toBe(`${NOTHING}\n${HELP}`)
  expect(await command('status')).toBe('Which job? Write its id after the word, like `/agent-followup status job_8f2`.')
  expect(await command('job_8f2')).toBe(
    'Nothing was sent: what should *job_8f2* do? Write it after the id, like `/agent-followup job_8f2 Also add error handling examples`.'
  )
  expect(await command('job/8 add <b> & there')).toBe(
    'Nothing was sent: “job/8” is not a job id. An id has only letters, digits, `_` `-` `.` `:`, and comes first. Your words:\n>add <b> & there'
  )
  expect(await command('status job/8')).toBe(
    '“job/8” is not a job id. An id has only letters, digits, `_` `-` `.` `:`.'
  )
  expect(slack.messages(channel)).toEqual([])
  expect(agent.requests()).toEqual([])
})

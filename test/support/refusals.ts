export const JOB = { id: 'job_8f2', repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }

export const SEND_FOLLOWUP = '[Send follow-up]'

export const notDelivered = (why: string) => `❌ *job_8f2* · not delivered
>add examples
— acme/docs on \`agent/quickstart\` · @Ana · 2026-11-20 14:00
— ${why}
${SEND_FOLLOWUP}`

export const NOT_LET_IN = 'the agent isn’t letting me in right now. Ask whoever runs this bot, then send it again.'
export const LOGGED = 'The agent service refuses requests from this bot'

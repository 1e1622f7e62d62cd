export const NOT_SENT =
  'Not sent: in this thread, only replies that begin by mentioning me go to the agent. Reply `every reply` to change that for everybody here.'

export const NEWCOMER =
  'Replies in this thread are instructions for *job_8f2*, and so is yours. Start one with `//` to keep it between people.'

import { shorten } from '../../slack/limits.ts'

const LONGEST_ID = 40

/** What Slack shows under a thread, behind the name of the app. It is no markup. */
export const workingOn = (jobId: string): string => `is working on ${shorten(jobId, LONGEST_ID)}…`

export const NO_STATUS = ''

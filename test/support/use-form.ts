import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'

type Opened = { slack: StandInSlack; user: string; channel: string; jobId: string }

const OPENS_WITHIN_MS = 5_000

/** Somebody types only a job's id. */
export const openForm = ({ slack, user, channel, jobId }: Opened): Promise<boolean> =>
  openFormBy(slack, user, () => slack.command({ user, channel, text: jobId }))

type Acted = { acknowledged: boolean; reply?: object | undefined }

/** False: no form came, and they read why, or what they did failed. */
export async function openFormBy(slack: StandInSlack, user: string, act: () => Promise<Acted>): Promise<boolean> {
  // One that came too late is still in front of them.
  while (slack.views(user).length > 0) await slack.closeView({ user })
  const told = slack.ephemerals(undefined, user).length
  const isOpen = () => slack.views(user).length > 0
  const { acknowledged, reply } = await act()
  if (!acknowledged || reply) return false
  const isAnswered = () => isOpen() || slack.ephemerals(undefined, user).length > told
  await slack.waitFor(isAnswered, 'a form, or why there is none', OPENS_WITHIN_MS).catch(() => {})
  return isOpen()
}

/** Fills it in and presses Send. False: it stays open, and is closed without being sent. */
export async function sendForm(
  slack: StandInSlack,
  user: string,
  values: Record<string, string | string[]>
): Promise<boolean> {
  const { acknowledged, errors } = await slack.submitView({ user, values })
  if (acknowledged && !errors) return true
  await slack.closeView({ user })
  return false
}

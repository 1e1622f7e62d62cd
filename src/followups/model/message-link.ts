export type LinkedMessage = { channelId: string; ts: string; threadTs: string }

const MESSAGE_PATH = /^\/archives\/([CDG][A-Z0-9]+)\/p(\d{10})(\d{6})$/
const TIMESTAMP = /^\d{10}\.\d{6}$/

/** A message of this workspace that somebody copied the link of; its thread is its own if the link names no other. */
export function linkedMessage(link: string, workspaceUrl: string): LinkedMessage | undefined {
  const url = URL.parse(link)
  if (url === null || url.origin !== URL.parse(workspaceUrl)?.origin) return undefined
  const [, channelId, seconds, micros] = MESSAGE_PATH.exec(url.pathname) ?? []
  if (channelId === undefined) return undefined
  const ts = `${seconds}.${micros}`
  const threadTs = url.searchParams.get('thread_ts') ?? ts
  return { channelId, ts, threadTs: TIMESTAMP.test(threadTs) ? threadTs : ts }
}

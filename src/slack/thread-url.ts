/** Opens a thread in Slack. `workspaceUrl` ends in a slash. */
export const threadUrl = (workspaceUrl: string, { channelId, threadTs }: { channelId: string; threadTs: string }) =>
  `${workspaceUrl}archives/${channelId}/p${threadTs.replace('.', '')}?thread_ts=${threadTs}&cid=${channelId}`

/** Opens a message, in its thread if it is in one. */
export const messageUrl = (
  workspaceUrl: string,
  { channelId, ts, threadTs }: { channelId: string; ts: string; threadTs: string }
) => {
  const thread = threadTs === ts ? '' : `?thread_ts=${threadTs}&cid=${channelId}`
  return `${workspaceUrl}archives/${channelId}/p${ts.replace('.', '')}${thread}`
}

/** Opens a thread in Slack. `workspaceUrl` ends in a slash. */
export const threadUrl = (workspaceUrl: string, { channelId, threadTs }: { channelId: string; threadTs: string }) =>
  `${workspaceUrl}archives/${channelId}/p${threadTs.replace('.', '')}?thread_ts=${threadTs}&cid=${channelId}`

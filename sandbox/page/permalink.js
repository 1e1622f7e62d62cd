/** The thread that a link into this workspace leads to; undefined for any other address. */
export function threadAt({ server }, url) {
  const [, channelId, seconds, rest] = /\/archives\/(\w+)\/p(\d{10})(\d{6})/.exec(url) ?? []
  if (!server.channels.some(({ id }) => id === channelId)) return undefined
  return { channelId, ts: new URL(url).searchParams.get('thread_ts') ?? `${seconds}.${rest}` }
}

/**
 * The address of one database of a server. Every connection that goes by it believes pg-boss's TestClock, the app's own too: a
 * task that the app stores would otherwise get the real time, which is later than an injected one sooner or later.
 */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  url.searchParams.set('options', '-c pgboss.test_clock=on')
  return url.href
}

/**
 * The address of one database of a server. Every connection made with it uses pg-boss's TestClock, even the app's own: otherwise
 * a task that the app stores would get the real time, which sooner or later is later than an injected one.
 */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  url.searchParams.set('options', '-c pgboss.test_clock=on')
  return url.href
}

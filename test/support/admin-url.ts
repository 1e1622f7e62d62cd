/** The address of an embedded server for whoever makes databases or stops it: the bot's own role may not. */
export function adminUrl(url: string): string {
  return Object.assign(new URL(url), { username: 'postgres' }).href
}

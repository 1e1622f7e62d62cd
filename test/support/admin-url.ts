/** The superuser's address of an embedded server, to create databases or stop it: the bot's own role may not. */
export function adminUrl(url: string): string {
  return Object.assign(new URL(url), { username: 'postgres' }).href
}

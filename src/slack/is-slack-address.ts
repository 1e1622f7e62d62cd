/** An address from Slack is trusted only as far as it leads to Slack or to where our own calls go. */
export function isSlackAddress(address: string, apiUrl: string): boolean {
  const host = URL.parse(address)?.host
  if (host === undefined) return false
  return host === new URL(apiUrl).host || (address.startsWith('https://') && /(^|\.)slack(-gov)?\.com$/.test(host))
}

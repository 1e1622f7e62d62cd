import type http from 'node:http'
import type https from 'node:https'
import got from 'got'
import { SlackRefusal, SlackUnclear, toSlackFailure } from './slack-failure.ts'

/** An address from Slack is trusted only as far as it leads to Slack or to where our own calls go. */
function isSlackAddress(address: string, apiUrl: string): boolean {
  const host = URL.parse(address)?.host
  if (host === undefined) return false
  return host === new URL(apiUrl).host || (address.startsWith('https://') && /(^|\.)slack(-gov)?\.com$/.test(host))
}

/** What these addresses answer says nothing but by its status. */
const LONGEST_ANSWER = 100_000

type Deps = { apiUrl: string; agents: { http: http.Agent; https: https.Agent }; timeoutMs: number }

/** Posts once to an address that Slack gave for one purpose. */
export const createPostToAddress =
  ({ apiUrl, agents, timeoutMs }: Deps) =>
  async (address: string, json: object): Promise<void> => {
    if (!isSlackAddress(address, apiUrl)) throw new SlackRefusal('response_url is not from Slack')
    const tooLong = new AbortController()
    const request = got.post(address, {
      json,
      agent: agents,
      timeout: { request: timeoutMs },
      retry: { limit: 0 },
      followRedirect: false,
      signal: tooLong.signal
    })
    request.on('downloadProgress', ({ transferred }) => {
      if (transferred > LONGEST_ANSWER) tooLong.abort()
    })
    const { statusCode } = await request.catch(error => {
      throw tooLong.signal.aborted ? new SlackUnclear('too long an answer') : toSlackFailure(error)
    })
    if (statusCode >= 300) throw new SlackUnclear(`http ${statusCode}`)
  }

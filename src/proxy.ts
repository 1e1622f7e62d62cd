import http from 'node:http'
import https from 'node:https'
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'

/** The address through which requests leave this network, and the hosts that are reached without it. */
export type Proxy = { HTTPS_PROXY: string; NO_PROXY?: string | undefined }

/** Each request gets its own connection: the far side can close a reused one at the moment of writing. */
export const createAgents = (proxy?: Proxy) => ({
  http: new http.Agent({ keepAlive: false }),
  https: new https.Agent({ keepAlive: false, ...(proxy && { proxyEnv: proxy }) })
})

/** From here on `fetch`, which Slack's libraries use, goes through the proxy too. */
export function fetchThrough({ HTTPS_PROXY, NO_PROXY = '' }: Proxy): void {
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy: '', httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY }))
}

/** What WebSockets connect through. */
export const socketDispatcher = (proxy: Proxy | undefined) => proxy && getGlobalDispatcher()

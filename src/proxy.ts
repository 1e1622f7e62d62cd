import http from 'node:http'
import https from 'node:https'
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'

/** Through which address this network is left, and for which hosts it is not. */
export type Proxy = { HTTPS_PROXY: string; NO_PROXY?: string | undefined }

/** Each request has a connection of its own: one that is used again can be closed by the far side at the moment of writing. */
export const createAgents = (proxy?: Proxy) => ({
  http: new http.Agent({ keepAlive: false }),
  https: new https.Agent({ keepAlive: false, ...(proxy && { proxyEnv: proxy }) })
})

/** From here on `fetch`, by which Slack's libraries ask, leaves through the proxy as well. */
export function fetchThrough({ HTTPS_PROXY, NO_PROXY = '' }: Proxy): void {
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy: '', httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY }))
}

/** What WebSockets connect through. */
export const socketDispatcher = (proxy: Proxy | undefined) => proxy && getGlobalDispatcher()

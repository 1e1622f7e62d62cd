import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { eventually } from '../support/eventually.ts'
import { giveCommand, openOffice } from '../support/office.ts'
import { serve } from '../support/serve.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const PULL = 'https://github.com/acme/docs/pull/12'
const PAIR = new URL('../support/throwaway-certificate/', import.meta.url)
const CERTIFICATE = fileURLToPath(new URL('certificate.pem', PAIR))
const [cert, key] = await Promise.all(['certificate.pem', 'key.pem'].map(file => readFile(new URL(file, PAIR), 'utf8')))

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  one.on('error', () => other.destroy())
  other.on('error', () => one.destroy())
}

/** The same service over https: what arrives is passed on unencrypted. */
async function secure(url: string): Promise<string> {
  const server = createTlsServer({ cert, key }, socket => {
    join(socket, connect(Number(new URL(url).port), '127.0.0.1'))
  })
  return Object.assign(new URL(url), { protocol: 'https:', host: `localhost:${await serve(server)}` }).href
}

/** A proxy that only makes tunnels, and records where to. */
async function startProxy(protocol: 'http' | 'https') {
  const tunnels: string[] = []
  const refuse: RequestListener = (_, response) => void response.writeHead(405).end()
  const server = protocol === 'https' ? createHttpsServer({ cert, key }, refuse) : createHttpServer(refuse)
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    tunnels.push(String(request.url))
    const far = connect(Number(String(request.url).split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      join(socket, far)
    })
    far.on('error', () => socket.destroy())
  })
  return { tunnels, url: `${protocol}://localhost:${await serve(server)}` }
}

type Network = { proxied: 'http' | 'https'; transport: 'http' | 'socket' }

/** A bot that reaches all others through a proxy, under certificates that only its operator vouches for. */
async function openBehindProxy({ proxied, transport }: Network, env: Record<string, string> = {}) {
  let slackUrl = ''
  const office = await openOffice({ slack: { webSocketUrl: () => new URL('/', slackUrl).href.replace('http', 'ws') } })
  const { slack, agent } = office
  const proxy = await startProxy(proxied)
  const github = await createStandInGithub()
  onTestFinished(() => github.stop())
  slackUrl = await secure(slack.apiUrl)
  const [agentUrl, githubUrl] = await Promise.all([secure(agent.url), secure(github.url)])
  const byHttp = { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: slack.signingSecret }
  if (transport === 'http') slack.deliverTo({ transport, url: `http://127.0.0.1:${office.env.PORT}/slack/events` })
  const bot = spawnBot({
    ...office.env,
    DATABASE_URL: (await createTestDatabase()).url,
    ...(transport === 'http' && byHttp),
    SLACK_API_URL: slackUrl,
    AGENT_API_URL: agentUrl,
    GITHUB_TOKEN: github.token,
    GITHUB_API_URL: githubUrl,
    HTTPS_PROXY: proxy.url,
    ...env
  })
  const places = [slackUrl, agentUrl, githubUrl].map(url => new URL(url).host)
  return { ...office, github, bot, notTunnelled: () => places.filter(place => !proxy.tunnels.includes(place)) }
}

it.each<Network>([
  { proxied: 'http', transport: 'http' },
  { proxied: 'https', transport: 'socket' }
])(
  'works behind a company’s $proxied proxy with certificates of its own, with Slack over $transport',
  async network => {
    const office = await openBehindProxy(network, { NODE_EXTRA_CA_CERTS: CERTIFICATE })
    const { slack, agent, github, channel, bot } = office
    await bot.waitUntilReady()
    agent.addJob({ id: 'job_8f2', life: { worksMs: 100, ends: 'completed', pullRequest: PULL } })
    await giveCommand(office, 'job_8f2 go on')
    const results = () => slack.messages(channel).filter(({ text }) => text.includes('finished'))
    await eventually(() => agent.sends().length === 1 && results().length > 0, 'the result')
    await eventually(() => github.requests().length > 0, 'a look at the pull request')
    expect(office.notTunnelled()).toEqual([])
  }
)

it('says so where nobody vouches for the certificates, and sends nothing', async () => {
  const { agent, bot } = await openBehindProxy({ proxied: 'https', transport: 'socket' })
  expect(await bot.exited).toMatchObject({ code: 1 })
  expect(bot.output()).toMatch(/^Agent Follow-up cannot sign in to Slack: .*SELF_SIGNED_CERT/m)
  expect(agent.requests()).toEqual([])
})

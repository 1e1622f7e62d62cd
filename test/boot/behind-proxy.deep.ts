import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { giveCommand, openOffice } from '../support/office.ts'
import { serve } from '../support/serve.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const PULL = 'https://github.com/acme/docs/pull/12'
const PAIR = new URL('../support/throwaway-certificate/', import.meta.url)

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  one.on('error', () => other.destroy())
  other.on('error', () => one.destroy())
}

/** The same service over https: what arrives is passed on unencrypted. */
async function secure(url: string): Promise<string> {
  const [cert, key] = await Promise.all(['certificate.pem', 'key.pem'].map(file => readFile(new URL(file, PAIR))))
  const server = createTlsServer({ ...(cert && { cert }), ...(key && { key }) }, socket => {
    join(socket, connect(Number(new URL(url).port), '127.0.0.1'))
  })
  return Object.assign(new URL(url), { protocol: 'https:', host: `localhost:${await serve(server)}` }).href
}

/** A proxy that only makes tunnels, and records where to. */
async function startProxy() {
  const tunnels: string[] = []
  const server = createHttpServer((_, response) => void response.writeHead(405).end())
  server.on('connect', (request, socket: Socket) => {
    tunnels.push(String(request.url))
    const far = connect(Number(String(request.url).split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      join(socket, far)
    })
    far.on('error', () => socket.destroy())
  })
  return { tunnels, url: `http://127.0.0.1:${await serve(server)}` }
}

it('reaches Slack, the agent service and GitHub through the network’s proxy', async () => {
  const office = await openOffice()
  const { slack, agent, channel, env } = office
  const proxy = await startProxy()
  const { url: databaseUrl } = await createTestDatabase()
  const github = await createStandInGithub()
  onTestFinished(() => github.stop())
  const [slackUrl, agentUrl, githubUrl] = await Promise.all([
    secure(slack.apiUrl),
    secure(agent.url),
    secure(github.url)
  ])
  const port = await freePort()
  const bot = spawnBot({
    ...env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SLACK_APP_TOKEN: '',
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slackUrl,
    AGENT_API_URL: agentUrl,
    GITHUB_TOKEN: github.token,
    GITHUB_API_URL: githubUrl,
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('certificate.pem', PAIR))
  })
  slack.deliverTo({ transport: 'http', url: `http://127.0.0.1:${port}/slack/events` })
  await bot.waitUntilReady()
  agent.addJob({ id: 'job_8f2', life: { worksMs: 100, ends: 'completed', pullRequest: PULL } })
  await giveCommand(office, 'job_8f2 go on')
  const results = () => slack.messages(channel).filter(({ text }) => text.includes('finished'))
  await eventually(() => agent.sends().length === 1 && results().length > 0, 'the result')
  await eventually(() => github.requests().length > 0, 'a look at the pull request')
  const places = [slackUrl, agentUrl, githubUrl].map(url => new URL(url).host)
  expect(places.filter(place => !proxy.tunnels.includes(place))).toEqual([])
})

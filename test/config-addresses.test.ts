import { describe, expect, it } from 'vitest'
import { parseConfig } from '../src/config.ts'
import { complaint, GOOD } from './support/complaint.ts'

describe('the address of the agent service', () => {
  it.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://LOCALHOST', 'http://[::1]:4000'])(
    'may be plain http on loopback: %s',
    address => {
      expect(parseConfig({ ...GOOD, AGENT_API_URL: address }).agent.baseUrl).toBe(address)
    }
  )

  it.each([
    'http://agents.example.com',
    'HTTP://agents.example.com',
    'http://10.0.0.1',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@agents.example.com',
    'http://0.0.0.0'
  ])('is refused where the key would be sent unencrypted: %s', address => {
    expect(complaint({ ...GOOD, AGENT_API_URL: address }, 'AGENT_API_URL')).toContain('is plain http')
  })

  it.each(['https://a.example', 'https://a.example/', 'https://a.example//'])('%s is the same address', address => {
    expect(parseConfig({ ...GOOD, AGENT_API_URL: address }).agent.baseUrl).toBe('https://a.example')
  })

  it('keeps its path', () => {
    expect(parseConfig({ ...GOOD, AGENT_API_URL: 'https://a.example/api/' }).agent.baseUrl).toBe(
      'https://a.example/api'
    )
  })
})

it('looks at pull requests only with a token, on github.com unless told', () => {
  expect(parseConfig({ ...GOOD, GITHUB_API_URL: 'https://ghe.example.com/api/v3' }).github).toBeUndefined()
  expect(parseConfig({ ...GOOD, GITHUB_TOKEN: 'ghp_canary' }).github).toMatchObject({
    token: 'ghp_canary',
    apiUrl: 'https://api.github.com'
  })
  const elsewhere = { ...GOOD, GITHUB_TOKEN: 'ghp_canary', GITHUB_API_URL: 'https://ghe.example.com/api/v3/' }
  expect(parseConfig(elsewhere).github?.apiUrl).toBe('https://ghe.example.com/api/v3')
})

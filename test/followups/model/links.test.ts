import { describe, expect, it } from 'vitest'
import { jobIdIn, linkedMessage, linkNames } from '../../../src/followups/model/links.ts'

describe('the page of a job', () => {
  const IN_PATH = 'https://agents.example.com/acme/jobs/{jobId}'
  it.each([
    [IN_PATH, 'https://agents.example.com/acme/jobs/job_8f2', 'job_8f2'],
    [IN_PATH, 'HTTPS://Agents.Example.com/acme/jobs/job_8f2?tab=log#L12', 'job_8f2'],
    [IN_PATH, 'https://agents.example.com/acme/jobs/job_8f2/files/1', 'job_8f2'],
    [IN_PATH, 'https://agents.example.com/acme/jobs/job%3A8f2', 'job:8f2'],
    ['https://agents.example.com/?job={jobId}', 'https://agents.example.com/?job=job_8f2&tab=1', 'job_8f2'],
    ['https://agents.example.com/#/jobs/{jobId}', 'https://agents.example.com/#/jobs/job_8f2', 'job_8f2'],
    ['https://agents.example.com/{jobId}/overview', 'https://agents.example.com/job_8f2/overview', 'job_8f2'],
    ['https://agents.example.com/{jobId}/overview', 'https://agents.example.com/job_8f2/overview?page=2', 'job_8f2']
  ])('like %s is understood: %s', (pattern, link, jobId) => {
    expect(jobIdIn(link, pattern)).toBe(jobId)
  })

  it.each<[link: string, pattern?: string]>([
    ['https://agents.example.com.evil.example/acme/jobs/job_8f2'],
    ['https://evil.example/?https://agents.example.com/acme/jobs/job_8f2'],
    ['https://agents.example.com/other/jobs/job_8f2'],
    ['https://agents.example.com/acme/jobs/'],
    ['https://agents.example.com/acme/jobs/a%2Fb'],
    ['https://agents.example.com/acme/jobs/%E0%A4%A'],
    ['not a link'],
    ['https://agents.example.com/job_8f2/files', 'https://agents.example.com/{jobId}/overview']
  ])('is not taken for %s', (link, pattern = IN_PATH) => {
    expect(jobIdIn(link, pattern)).toBeUndefined()
  })
})

describe('a message in Slack', () => {
  const ACME = 'https://acme.slack.com/'
  it('is its own thread unless its link names another one', () => {
    const path = 'https://acme.slack.com/archives/C0DOCS/p1795183200000100'
    const ts = '1795183200.000100'
    expect(linkedMessage(path, ACME)).toEqual({ channelId: 'C0DOCS', ts, threadTs: ts })
    expect(linkedMessage(`${path}?thread_ts=1795183100.000000&cid=C0DOCS`, ACME)).toMatchObject({
      threadTs: '1795183100.000000'
    })
    expect(linkedMessage(`${path}?thread_ts=%00`, ACME)).toEqual({ channelId: 'C0DOCS', ts, threadTs: ts })
  })

  it.each([
    'https://other.slack.com/archives/C0DOCS/p1795183200000100',
    'https://acme.slack.com/archives/C0DOCS',
    'https://acme.slack.com/archives/C0DOCS/p17951832',
    'https://acme.slack.com/x/C0DOCS/p1795183200000100'
  ])('is not %s', link => expect(linkedMessage(link, ACME)).toBeUndefined())
})

it('knows a link by what looks like an id in its path, and by the pull request that it is a page of', () => {
  expect(linkNames('https://github.com/acme/docs/pull/12/files?w=1#diff')).toEqual({
    ids: [],
    addresses: [
      'https://github.com/acme/docs/pull/12/files?w=1#diff',
      'https://github.com/acme/docs/pull/12',
      'https://github.com/acme/docs/pull/12/'
    ]
  })
  const pull = 'https://github.com/acme/docs/pull/12'
  expect(linkNames(pull).addresses).toEqual([pull, pull, `${pull}/`])
  expect(linkNames('https://agents.example/jobs/job%5F8f2').ids).toEqual(['job_8f2'])
  expect(linkNames('https://agents.example/%E0%A4%A').ids).toEqual([])
})

it('knows an address of up to twenty parts', () => {
  const ids = (count: number) => linkNames(`https://x.example/${'a1/'.repeat(count)}`).ids
  expect([ids(20).length, ids(21).length]).toEqual([20, 0])
})

it('knows nothing by an address that is none, or by an endless one', () => {
  expect(linkNames('https://')).toEqual({ ids: [], addresses: [] })
  expect(linkNames(`https://x.example/${'a/'.repeat(50)}`)).toEqual({ ids: [], addresses: [] })
})

import { expect, it } from 'vitest'
import { linkNames } from '../../../src/followups/model/link-names.ts'

it('knows a link by the ids in its path, and by every address that it is a page of', () => {
  expect(linkNames('https://github.com/acme/docs/pull/12/files?w=1#diff')).toEqual({
    ids: ['acme', 'docs', 'pull', '12', 'files'],
    addresses: expect.arrayContaining(['https://github.com/acme/docs/pull/12', 'https://github.com/acme/docs/pull/12/'])
  })
  expect(linkNames('https://agents.example/jobs/job%5F8f2').ids).toEqual(['jobs', 'job_8f2'])
  expect(linkNames('https://agents.example/%E0%A4%A').ids).toEqual([])
})

it('knows nothing by an address that is none, or by an endless one', () => {
  expect(linkNames('https://')).toEqual({ ids: [], addresses: [] })
  expect(linkNames(`https://x.example/${'a/'.repeat(50)}`)).toEqual({ ids: [], addresses: [] })
})

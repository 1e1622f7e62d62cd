import { JOB_ID } from '../intent/typed-id.ts'
import { unescaped } from './job-link.ts'

const MOST_PARTS = 20

export type JobNames = { ids: string[]; addresses: string[] }

/** What a link can be known by: the parts of its path, one of which may be a job's id, and every address that it is a page of. */
export function linkNames(url: string): JobNames {
  const parsed = URL.parse(url)
  if (parsed === null) return { ids: [], addresses: [] }
  const parts = parsed.pathname.split('/').filter(part => part !== '')
  if (parts.length > MOST_PARTS) return { ids: [], addresses: [] }
  const pages = parts.map((_, at) => `${parsed.origin}/${parts.slice(0, at + 1).join('/')}`)
  return {
    ids: parts.map(unescaped).filter(part => JOB_ID.test(part)),
    addresses: [parsed.href, ...pages.flatMap(page => [page, `${page}/`])]
  }
}

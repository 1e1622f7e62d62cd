import { JOB_ID } from '../intent/typed-id.ts'

const JOB_ID_PLACE = '{jobId}'

/** The id that a link to a job holds where the pattern says so. What follows it, like a tab or a line, may be anything. */
export function jobIdIn(link: string, pattern: string): string | undefined {
  const [before = '', after = ''] = pattern.split(JOB_ID_PLACE)
  const url = URL.parse(link)
  // As a browser writes it: the host in lower case, the path as it is.
  const start = URL.parse(`${before}x`)?.href.slice(0, -1)
  if (url === null || start === undefined || !url.href.startsWith(start)) return undefined
  const [id = ''] = /^[^/?#&]*/.exec(url.href.slice(start.length)) ?? []
  const rest = url.href.slice(start.length + id.length)
  const isOver = rest === '' || /^[/?#&]/.test(rest)
  const jobId = unescaped(id)
  return isOver && rest.startsWith(after) && JOB_ID.test(jobId) ? jobId : undefined
}

export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export type Route = { asked: 'send' | 'read'; projectId: string; jobId: string } | { asked: 'other'; reason: 404 | 405 }

const jobPath = /^\/v2\/agent\/([^/]+)\/job\/([^/]+?)(\/message)?$/

export function toRoute(method: string, target: string): Route {
  const match = jobPath.exec(target.replace(/\?.*$/, ''))
  const projectId = decode(match?.[1])
  const jobId = decode(match?.[2])
  if (projectId === null || jobId === null) return { asked: 'other', reason: 404 }
  const asked = match?.[3] === undefined ? 'read' : 'send'
  if (method !== (asked === 'send' ? 'POST' : 'GET')) return { asked: 'other', reason: 405 }
  return { asked, projectId, jobId }
}

function decode(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part)
  } catch {
    return null
  }
}

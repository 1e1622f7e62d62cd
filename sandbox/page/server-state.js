import { useEffect, useState } from 'preact/hooks'

let latest
let isConnected = false
const listeners = new Set()

function tell() {
  for (const listener of listeners) listener()
}

/** Follows the sandbox from now on; the browser reconnects on its own. */
export function connect() {
  const events = new EventSource('/api/events')
  events.onopen = () => {
    isConnected = true
    tell()
  }
  events.onmessage = ({ data }) => {
    latest = JSON.parse(data)
    tell()
  }
  events.onerror = () => {
    isConnected = false
    tell()
  }
}

/** What the sandbox shows now, and whether the page still hears from it. */
export function useServerState() {
  const [, redraw] = useState(0)
  useEffect(() => {
    const listener = () => redraw(count => count + 1)
    listeners.add(listener)
    listener()
    return () => listeners.delete(listener)
  }, [])
  return { server: latest, isConnected }
}

/** Asks the sandbox to do something; throws its message if it refuses. */
export async function send(target, command) {
  const response = await fetch(`/api/${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command)
  })
  const answer = await response.json()
  if (!answer.ok) throw new Error(answer.error)
  return answer.result
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { channelsOf, findCard, GUIDED } from './page-context.js'

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

/** The thread that a link into this workspace leads to; undefined for any other address. */
export function threadAt({ server }, url) {
  const [, channelId, seconds, rest] = /\/archives\/(\w+)\/p(\d{10})(\d{6})/.exec(url) ?? []
  if (!server.channels.some(({ id }) => id === channelId)) return undefined
  return { channelId, ts: new URL(url).searchParams.get('thread_ts') ?? `${seconds}.${rest}` }
}

/** What Slack's composer does with what was typed. True when it was accepted. */
export async function carryOut({ act, notify, person, server }, { channel, threadTs, text, broadcast, files }) {
  if (!text.startsWith('/') || text.startsWith('//')) {
    const place = threadTs ? { threadTs, broadcast } : {}
    const more = files.length > 0 ? { files } : {}
    return Boolean(await act('slack', { do: 'say', user: person, channel: channel.id, text, ...place, ...more }))
  }
  if (threadTs) {
    notify('Slack has no slash commands in threads. Write the follow-up itself, or use the command in the channel.')
    return false
  }
  const [, name, rest] = /^(\/\S+)\s*([\s\S]*)$/.exec(text)
  if (name === '/invite') return invite({ act, notify, server }, channel, rest)
  return Boolean(await act('slack', { do: 'command', user: person, channel: channel.id, command: name, text: rest }))
}

async function invite({ act, notify, server }, channel, rest) {
  const wanted = rest.trim().replace(/^@/, '').toLowerCase()
  const isBot = wanted === server.app.name.toLowerCase()
  const user = isBot ? server.app.userId : server.people.find(({ name }) => name.toLowerCase() === wanted)?.id
  if (!user) {
    notify(`There is nobody called “${rest}” to invite.`)
    return false
  }
  return (await act('slack', { do: 'invite', channel: channel.id, user })) !== undefined
}

const opened = Date.now()

const WAITED_FOR = new Set(['press', 'select', 'shortcut'])
const NO_ANSWER =
  'Slack would say here: “We had some trouble connecting. Try again?” The app did not answer within 3 s.'

function remembered(name) {
  try {
    return localStorage.getItem(`sandbox ${name}`)
  } catch {
    return null
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`sandbox ${name}`, value)
  } catch {
    // A browser that stores nothing shows the guided path again.
  }
}

/** What only this page knows: who is looking at what, which drafts there are, what was dismissed. */
export function usePageState(server) {
  const [person, setPersonId] = useState('U0ANA')
  const [channelId, setChannelId] = useState('C0DOCS')
  const [thread, setThread] = useState(undefined)
  const [drafts, setDrafts] = useState({})
  const [said, setSaid] = useState({})
  const [dismissed, setDismissed] = useState(new Set())
  const [focus, setFocus] = useState({ on: 'C0DOCS', count: 0 })
  const [drawer, setDrawer] = useState('')
  const [notice, notify] = useState('')
  const [guide, setGuide] = useState({ step: 0, isHidden: remembered('guide') === 'hidden' })
  const [path, setPath] = useState(location.pathname)
  const [isAskingToReset, askToReset] = useState(false)
  const seen = useRef(new Map())

  useEffect(() => {
    const onPop = () => setPath(location.pathname)
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  const known = channelsOf(server, person)
  const channel = known.find(({ id }) => id === channelId) ?? known[0]
  seen.current.set(`${person} ${channel?.id}`, Date.now())

  const focusOn = key => setFocus(({ count }) => ({ on: key, count: count + 1 }))
  const setDraft = (key, text) => setDrafts(all => ({ ...all, [key]: text }))

  /** Undefined: it was refused. */
  async function act(target, command) {
    try {
      notify('')
      const result = (await send(target, command)) ?? null
      if (WAITED_FOR.has(command.do) && result?.acknowledged === false && !result.errors) notify(NO_ANSWER)
      return result
    } catch (error) {
      notify(error.message)
      return undefined
    }
  }

  function openChannel(id) {
    setChannelId(id)
    setThread(undefined)
    setDrawer('')
    focusOn(id)
  }

  const openThread = (ts, id = channel.id) => {
    setChannelId(id)
    setThread(ts)
    focusOn(`${id} ${ts}`)
  }

  /** Slack opens links into its own workspace itself. */
  function openLink(event, url) {
    const place = threadAt({ server }, url)
    if (!place) return
    event.preventDefault()
    openThread(place.ts, place.channelId)
  }

  return {
    server,
    person,
    channel,
    thread,
    drafts,
    said,
    dismissed,
    notice,
    notify,
    guide,
    path,
    isAskingToReset,
    askToReset,
    act,
    setDraft,
    openChannel,
    openThread,
    openLink,
    focusComposer: (id, threadTs) => focusOn(threadTs ? `${id} ${threadTs}` : id),
    focusOn: focus.on,
    focusCount: focus.count,
    isMenuOpen: drawer === 'menu',
    isPanelOpen: drawer === 'panel',
    toggleMenu: () => setDrawer(open => (open === 'menu' ? '' : 'menu')),
    togglePanel: () => setDrawer(open => (open === 'panel' ? '' : 'panel')),
    closeDrawers() {
      setDrawer('')
      document.querySelector(`[data-opens="${drawer}"]`)?.focus()
    },
    seenMs: id => seen.current.get(`${person} ${id}`) ?? opened,
    say(words) {
      const place = words.threadTs ? `${words.channel.id} ${words.threadTs}` : words.channel.id
      setSaid(all => ({ ...all, [place]: (all[place] ?? 0) + 1 }))
      return carryOut({ act, notify, person, server }, words)
    },
    dismiss: ts => setDismissed(known => new Set([...known, ts])),

    setPerson(id) {
      setPersonId(id)
      setDrawer('')
      if (channel && !channelsOf(server, id).some(other => other.id === channel.id && other.members.includes(id)))
        setThread(undefined)
    },
    closeThread() {
      setThread(undefined)
      focusOn(channel.id)
    },
    follow(event) {
      event.preventDefault()
      history.pushState(null, '', event.currentTarget.pathname)
      setPath(event.currentTarget.pathname)
    },

    write(text) {
      setPersonId('U0ANA')
      openChannel(GUIDED.channel)
      setDraft(GUIDED.channel, text)
    },
    writeInThread(text) {
      const card = findCard(server)
      if (!card) return notify('There’s no card yet: run the command first.')
      openThread(card.ts, card.channel)
      setDraft(`${card.channel} ${card.ts}`, text)
    },
    // Called twice before the next render, it is still one step.
    passStep: passed => setGuide(now => (now.step === passed ? { ...now, step: passed + 1 } : now)),
    hideGuide() {
      remember('guide', 'hidden')
      setGuide(now => ({ ...now, isHidden: true }))
    },
    restartGuide() {
      remember('guide', '')
      setDrawer('')
      setGuide({ step: 0, isHidden: false })
    }
  }
}

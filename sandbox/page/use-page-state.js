import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { carryOut } from './carry-out.js'
import { findCard } from './guide-steps.js'
import { threadAt } from './permalink.js'
import { send } from './server-state.js'
import { channelsOf } from './timeline.js'

const opened = Date.now()

const WAITED_FOR = new Set(['press', 'select', 'shortcut'])
const NO_ANSWER =
  'Slack would say here: “We had some trouble connecting. Try again?” The app did not answer within 3 s.'

function remembered(name, otherwise) {
  try {
    return localStorage.getItem(`sandbox ${name}`) ?? otherwise
  } catch {
    return otherwise
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`sandbox ${name}`, value)
  } catch {
    // A browser that stores nothing shows the guided path again.
  }
}

/** The step at which the guided path was left, in this workspace and not in an earlier one. */
function stepReached({ openedAtMs }) {
  const [inMs, step] = remembered('step', '').split(' ')
  return inMs === String(openedAtMs) ? Number(step) : 0
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
  const [theme, setThemeName] = useState(remembered('theme', 'system'))
  const [guide, setGuide] = useState({ step: stepReached(server), isHidden: remembered('guide', '') === 'hidden' })
  const [path, setPath] = useState(location.pathname)
  const [isAskingToReset, askToReset] = useState(false)
  const seen = useRef(new Map())

  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  useEffect(() => {
    const onPop = () => setPath(location.pathname)
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  // Before anybody can see the step, and load the page again.
  useLayoutEffect(() => remember('step', `${server.openedAtMs} ${guide.step}`), [server.openedAtMs, guide.step])

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

  function openThread(ts) {
    setThread(ts)
    focusOn(`${channel.id} ${ts}`)
  }

  /** Slack opens links into its own workspace itself. */
  function openLink(event, url) {
    const place = threadAt({ server }, url)
    if (!place) return
    event.preventDefault()
    setChannelId(place.channelId)
    setThread(place.ts)
    focusOn(`${place.channelId} ${place.ts}`)
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
    theme,
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
    setTheme(next) {
      remember('theme', next)
      setThemeName(next)
    },
    follow(event) {
      event.preventDefault()
      history.pushState(null, '', event.currentTarget.pathname)
      setPath(event.currentTarget.pathname)
    },

    write(text) {
      setPersonId('U0ANA')
      openChannel('C0DOCS')
      setDraft('C0DOCS', text)
    },
    writeInThread(text) {
      const card = findCard(server)
      if (!card) return notify('There’s no card yet: run the command first.')
      setChannelId(card.channel)
      setThread(card.ts)
      setDraft(`${card.channel} ${card.ts}`, text)
      focusOn(`${card.channel} ${card.ts}`)
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

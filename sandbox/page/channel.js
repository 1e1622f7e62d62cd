import { html } from 'htm/preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Blocks } from './blocks.js'
import { Composer } from './composer.js'
import { Message } from './message.js'
import { channelEntries, findMessage, isDirect, kindOf, nameOf, threadEntries, usePage } from './page-context.js'

/** Messages in order; the list stays at the end unless the reader has scrolled away from it and said nothing since. */
export function MessageList({ place, entries, inThread, label, children }) {
  const list = useRef(null)
  const isAtEnd = useRef(true)
  const { said } = usePage()
  useLayoutEffect(() => {
    isAtEnd.current = true
  }, [said[place]])
  useLayoutEffect(() => {
    if (isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  })
  const onScroll = ({ target }) => {
    isAtEnd.current = target.scrollHeight - target.scrollTop - target.clientHeight < 60
  }
  return html`<div class="messages" role="log" aria-label=${label} tabindex="0" ref=${list} onScroll=${onScroll}>
    <div class="messages-rest"></div>
    ${children}
    ${entries.map(message => html`<${Message} key=${message.ts} message=${message} inThread=${inThread} />`)}
  </div>`
}

/** The app's home, as the app last published it for this person. */
export function HomeTab() {
  const { server, person } = usePage()
  const home = server.homes[person]
  return html`<div class="home" tabindex="0" role="region" aria-label="Home of the app">
    ${home ? html`<${Blocks} blocks=${home.blocks} place=${{ viewId: home.id }} />` : html`<p class="muted">The app has not published a home tab for this person.</p>`}
  </div>`
}

export function ChannelView({ channel }) {
  const page = usePage()
  const [tab, setTab] = useState('messages')
  const { server, person, dismissed } = page
  const direct = isDirect(channel)
  const title = direct ? server.app.name : channel.name
  const entries = channelEntries(server, channel.id, person, dismissed)
  const isMember = channel.members.includes(person)
  const about = hasBot(page, channel) ? '' : `${server.app.name} is not a member here`

  function openTab(tab) {
    setTab(tab)
    page.act('slack', { do: 'open home', user: person, tab })
  }

  return html`<section class="channel" aria-label=${direct ? title : `Channel ${title}`}>
    <header class="bar">
      <button type="button" class="icon-button only-narrow" data-opens="menu" aria-label="Open the menu" onClick=${page.toggleMenu}>☰</button>
      <h1><span class="sigil" aria-hidden="true">${channelSigil(channel)}</span>${title}</h1>
      <p class="muted small cut grow">${direct ? 'Only you and the bot' : about}</p>
      <button type="button" class="icon-button only-medium" data-opens="panel" aria-label="Behind the scenes" title="Behind the scenes" onClick=${page.togglePanel}>◧</button>
    </header>
    ${
      direct &&
      html`<div class="row tabs" role="group" aria-label="Messages or home">
        <button type="button" class="plain-button" aria-pressed=${tab === 'messages'} onClick=${() => openTab('messages')}>Messages</button>
        <button type="button" class="plain-button" aria-pressed=${tab === 'home'} onClick=${() => openTab('home')}>Home</button>
      </div>`
    }
    ${
      direct && tab === 'home'
        ? html`<${HomeTab} />`
        : html`<${MessageList} key=${`${channel.id} ${person}`} place=${channel.id} entries=${entries} label=${`Messages in ${title}`}>
      <${Beginning} channel=${channel} title=${title} />
    <//>`
    }
    ${tab === 'messages' || !direct ? (isMember ? html`<${Composer} channel=${channel} />` : html`<${Join} channel=${channel} />`) : null}
  </section>`
}

const hasBot = ({ server }, { members }) => members.includes(server.app.userId)

export function channelSigil({ kind }) {
  if (kind === 'dm') return ''
  return kind === 'private' ? '🔒' : '#'
}

function Beginning({ channel, title }) {
  const page = usePage()
  const isMember = kindOf(page, page.person) === 'member'
  return html`<div class="padded">
    <h2>${channelSigil(channel)} ${title}</h2>
    <p class="muted">
      ${
        hasBot(page, channel)
          ? html`Agent Follow-up is here. ${isMember ? html`Try <code>/agent-followup help</code>.` : 'It takes follow-ups from full members of this workspace only.'}`
          : html`Agent Follow-up is <strong>not</strong> here. ${isMember && html`<code>/invite @Agent Follow-up</code> brings it in.`}`
      }
    </p>
  </div>`
}

function Join({ channel }) {
  const page = usePage()
  const join = () => page.act('slack', { do: 'invite', channel: channel.id, user: page.person })
  return html`<div class="column padded">
    <p>${nameOf(page, page.person)} is not in #${channel.name}.</p>
    <button type="button" class="button primary" onClick=${join}>Join</button>
  </div>`
}

export function ThreadPane({ channel, threadTs }) {
  const page = usePage()
  const { server, person, dismissed } = page
  const parent = findMessage(server, channel.id, threadTs)
  const entries = threadEntries(server, channel.id, threadTs, person, dismissed)
  const count = parent?.reply_count ?? 0
  const isMember = channel.members.includes(person)
  return html`<aside class="thread" aria-label="Thread">
    <header class="bar">
      <h2>Thread</h2>
      <p class="muted small cut grow">${channel.kind === 'dm' ? '' : `#${channel.name}`}</p>
      <button type="button" class="icon-button" aria-label="Close the thread" title="Close (Escape)" onClick=${page.closeThread}>✕</button>
    </header>
    <${MessageList} place=${`${channel.id} ${threadTs}`} entries=${entries} inThread label="Replies">
      ${parent ? html`<${Message} message=${parent} inThread />` : html`<p class="muted padded">The first message was deleted.</p>`}
      ${count > 0 && html`<p class="padded muted small">${count} ${count === 1 ? 'reply' : 'replies'}</p>`}
    <//>
    ${isMember && html`<${Composer} channel=${channel} threadTs=${threadTs} />`}
  </aside>`
}

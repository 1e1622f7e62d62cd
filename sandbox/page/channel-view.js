import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { Composer } from './composer.js'
import { HomeTab } from './home-tab.js'
import { MessageList } from './message-list.js'
import { kindOf, nameOf, usePage } from './page-context.js'
import { channelEntries, isDirect } from './timeline.js'

const ABOUT = {
  docs: 'Where the docs team and its agents work',
  random: 'Everything else',
  'quickstart-core': 'Private channel',
  partners: 'Shared with another company'
}

export function ChannelView({ channel }) {
  const page = usePage()
  const [tab, setTab] = useState('messages')
  const { server, person, dismissed } = page
  const direct = isDirect(channel)
  const title = direct ? server.app.name : channel.name
  const entries = channelEntries(server, channel.id, person, dismissed)
  const isMember = channel.members.includes(person)
  const about = hasBot(page, channel) ? ABOUT[channel.name] : `${server.app.name} is not a member here`
  const hasHome = direct && (server.app.hasHome || server.homes[person] !== null)

  function openTab(tab) {
    setTab(tab)
    page.act('slack', { do: 'open home', user: person, tab })
  }

  return html`<section class="channel" aria-label=${direct ? title : `Channel ${title}`}>
    <header class="bar">
      <button type="button" class="icon-button only-narrow" data-opens="menu" aria-label="Open the menu" onClick=${page.toggleMenu}>☰</button>
      <h1><span class="sigil" aria-hidden="true">${channelSigil(channel)}</span>${title}</h1>
      <p class="bar-about">${direct ? 'Only you and the bot' : about}</p>
      <span class="bar-people" title=${channel.members.map(id => nameOf(page, id)).join(', ')}>
        <span aria-hidden="true">☺</span> ${channel.members.length}<span class="visually-hidden"> members</span>
      </span>
      <button type="button" class="icon-button only-medium" data-opens="panel" aria-label="Behind the scenes" title="Behind the scenes" onClick=${page.togglePanel}>◧</button>
    </header>
    ${
      hasHome &&
      html`<div class="tabs" role="group" aria-label="Messages or home">
        <button type="button" aria-pressed=${tab === 'messages'} onClick=${() => openTab('messages')}>Messages</button>
        <button type="button" aria-pressed=${tab === 'home'} onClick=${() => openTab('home')}>Home</button>
      </div>`
    }
    ${
      hasHome && tab === 'home'
        ? html`<${HomeTab} />`
        : html`<${MessageList} key=${`${channel.id} ${person}`} place=${channel.id} entries=${entries} label=${`Messages in ${title}`}>
      <${Beginning} channel=${channel} title=${title} />
    <//>`
    }
    ${tab === 'messages' || !hasHome ? (isMember ? html`<${Composer} channel=${channel} />` : html`<${Join} channel=${channel} />`) : null}
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
  return html`<div class="beginning">
    <h2>${channelSigil(channel)} ${title}</h2>
    <p class="muted">
      ${
        hasBot(page, channel)
          ? html`Agent Follow-up is here. ${isMember ? html`Try <code>/agent-followup help</code>.` : 'It takes instructions from full members of this workspace only.'}`
          : html`Agent Follow-up is <strong>not</strong> here. ${isMember && html`<code>/invite @Agent Follow-up</code> brings it in.`}`
      }
    </p>
  </div>`
}

function Join({ channel }) {
  const page = usePage()
  const join = () => page.act('slack', { do: 'invite', channel: channel.id, user: page.person })
  return html`<div class="join">
    <p>${nameOf(page, page.person)} is not in #${channel.name}.</p>
    <button type="button" class="button primary" onClick=${join}>Join</button>
  </div>`
}

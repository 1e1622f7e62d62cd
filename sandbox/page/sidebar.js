import { html } from 'htm/preact'
import { channelSigil } from './channel.js'
import { Avatar } from './message.js'
import { channelsOf, isDirect, isUnread, usePage } from './page-context.js'

const KINDS = { guest: 'guest', outsider: 'external' }

export function Sidebar() {
  const page = usePage()
  const { server, person } = page
  const people = server.people.filter(({ kind }) => kind !== 'bot' && kind !== 'app')
  const known = channelsOf(server, person)
  return html`<nav class="sidebar" aria-label="Workspace">
    <header class="bar workspace">
      <img src="/icon.svg" alt="" width="26" height="26" />
      <div><strong>${server.workspace}</strong><span>sandbox, no account</span></div>
    </header>
    <div class="sidebar-scroll">
      <h2>Speak as</h2>
      <ul>
        ${people.map(
          ({ id, name, kind }) => html`<li key=${id}>
            <button type="button" class="place" aria-pressed=${id === person} onClick=${() => page.setPerson(id)}>
              <${Avatar} user=${id} size="small" /> ${name}
              ${KINDS[kind] && html`<span class="kind">${KINDS[kind]}</span>`}
            </button>
          </li>`
        )}
      </ul>
      <h2>Channels</h2>
      <ul>${known.filter(channel => !isDirect(channel)).map(channel => html`<${Place} key=${channel.id} channel=${channel} name=${channel.name} />`)}</ul>
      ${known.some(isDirect) && html`<h2>Apps</h2>`}
      <ul>${known.filter(isDirect).map(channel => html`<${Place} key=${channel.id} channel=${channel} name=${server.app.name} />`)}</ul>
      <h2>More</h2>
      <ul>
        <li><a class="place" href="/gallery" onClick=${page.follow}><span class="sigil" aria-hidden="true">▦</span> Message gallery</a></li>
        <li><button type="button" class="place" onClick=${page.restartGuide}><span class="sigil" aria-hidden="true">➜</span> Guided path</button></li>
        <li><button type="button" class="place" onClick=${() => page.askToReset(true)}><span class="sigil" aria-hidden="true">↺</span> Reset</button></li>
      </ul>
    </div>
  </nav>`
}

function Place({ channel, name }) {
  const page = usePage()
  const isOpen = page.channel?.id === channel.id
  const unread = !isOpen && isUnread(page.server, channel.id, page.person, page.seenMs(channel.id))
  return html`<li>
    <button type="button" class=${unread ? 'place unread' : 'place'} aria-current=${isOpen ? 'page' : undefined} onClick=${() => page.openChannel(channel.id)}>
      ${isDirect(channel) ? html`<${Avatar} user=${page.server.app.userId} size="small" />` : html`<span class="sigil" aria-hidden="true">${channelSigil(channel)}</span>`}
      ${name}${unread && html`<span class="visually-hidden"> (unread)</span>`}
    </button>
  </li>`
}

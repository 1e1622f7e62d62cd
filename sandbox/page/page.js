import { html } from 'htm/preact'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { ChannelView, ThreadPane } from './channel.js'
import { Gallery } from './gallery.js'
import { Guide } from './guide.js'
import { Modal, ResetDialog } from './modal.js'
import { PageContext } from './page-context.js'
import { connect, usePageState, useServerState } from './page-state.js'
import { SidePanel } from './panel.js'
import { Sidebar } from './sidebar.js'

function Page() {
  const { server, isConnected } = useServerState()
  if (!server) return html`<p class="loading">Opening the sandbox …</p>`
  // A reset puts another workspace in its place, of which nothing here is true.
  return html`<${Shell} key=${server.openedAtMs} server=${server} isConnected=${isConnected} />`
}

function Shell({ server, isConnected }) {
  const page = usePageState(server)
  const { channel, thread, path, isMenuOpen, isPanelOpen } = page

  useEffect(() => {
    const onKeyDown = event => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      if (page.isMenuOpen || page.isPanelOpen) page.closeDrawers()
      else if (page.thread) page.closeThread()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })

  const look = ['shell', thread && 'with-thread', isMenuOpen && 'menu-open', isPanelOpen && 'panel-open'].filter(
    Boolean
  )
  return html`<${PageContext.Provider} value=${page}>
    ${!isConnected && html`<p class="notice" role="alert">The sandbox is not answering. It may have been stopped.</p>`}
    ${
      path === '/gallery'
        ? html`<${Gallery} />`
        : html`<div class=${look.join(' ')}>
            <${Sidebar} />
            <button type="button" class="shade" aria-label=${isPanelOpen ? 'Back to the channel' : 'Close the menu'} onClick=${page.closeDrawers}></button>
            <main class="stage">
              <${Guide} />
              <div class="panes">
                ${channel && html`<${ChannelView} key=${channel.id} channel=${channel} />`}
                ${channel && thread && html`<${ThreadPane} key=${thread} channel=${channel} threadTs=${thread} />`}
              </div>
            </main>
            <${SidePanel} />
            <${Modal} />
            ${page.isAskingToReset && html`<${ResetDialog} />`}
          </div>`
    }
    ${page.notice && html`<div class="notice" role="alert"><p>${page.notice}</p><button type="button" class="icon-button" aria-label="Close the notice" onClick=${() => page.notify('')}>✕</button></div>`}
  <//>`
}

connect()
const root = document.getElementById('root')
root.replaceChildren()
render(html`<${Page} />`, root)

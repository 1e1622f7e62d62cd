import { html } from 'htm/preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Message } from './message.js'
import { usePage } from './page-context.js'
import { dayName, tsToMs } from './times.js'

/** Messages in order, a line between days; it stays at the end unless the reader has scrolled away from it and said nothing since. */
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
  let day = ''
  return html`<div class="messages" role="log" aria-label=${label} tabindex="0" ref=${list} onScroll=${onScroll}>
    <div class="messages-rest"></div>
    ${children}
    ${entries.map(({ message, isContinued }) => {
      const today = dayName(tsToMs(message.ts))
      const isNewDay = !inThread && today !== day
      day = today
      return [
        isNewDay && html`<div class="day" key=${`day ${message.ts}`}><span>${today}</span></div>`,
        html`<${Message} key=${message.ts} message=${message} isContinued=${isContinued && !isNewDay} inThread=${inThread} />`
      ]
    })}
  </div>`
}

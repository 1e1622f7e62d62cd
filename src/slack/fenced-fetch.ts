import type { webApi } from '@slack/bolt'
import { type Dispatcher, getGlobalDispatcher } from 'undici'

class TooLate extends Error {
  override name = 'TooLate'
}

/**
 * A fetch that asks at the last possible moment whether it may still start: once it has a connection, before it writes its first
 * byte. `wasStopped` then makes it certain that nothing was sent.
 */
export function createFencedFetch(mayStart: () => boolean) {
  let wasStopped = false
  const ask = () => {
    if (mayStart()) return
    wasStopped = true
    throw new TooLate('too late to start')
  }
  const fetchFenced: webApi.FetchFunction = async (url, init) => {
    ask()
    return fetch(url, { ...init, dispatcher: getGlobalDispatcher().compose(fence(ask)) })
  }
  return { fetch: fetchFenced, wasStopped: () => wasStopped }
}

const fence =
  (ask: () => void): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        ask()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
      onResponseStart: (...told) => handler.onResponseStart?.(...told),
      onResponseData: (...told) => handler.onResponseData?.(...told),
      onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
      onResponseError: (...told) => handler.onResponseError?.(...told)
    })

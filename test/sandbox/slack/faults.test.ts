import { expect, it } from 'vitest'
import { callSlack } from './call-slack.ts'
import { openOffice } from './stand-in-office.ts'

async function openPost() {
  const { slack, docs } = await openOffice()
  const post = (text: string) => callSlack(slack, 'chat.postMessage', { channel: docs, text })
  return { slack, docs, post, texts: () => slack.messages(docs).map(message => message.text) }
}

it('faults apply to calls in the order they were set, and then calls work again', async () => {
  const { slack, post, texts } = await openPost()
  slack.fail('chat.postMessage', { error: 'internal_error' })
  slack.fail('chat.postMessage', { retryAfterS: 7, times: 2 })
  slack.fail('chat.postMessage', { httpStatus: 503 })
  slack.fail('auth.test', { error: 'account_inactive' })
  expect(await post('1')).toMatchObject({ status: 200, body: { ok: false, error: 'internal_error' } })
  expect(await post('2')).toMatchObject({ status: 429, retryAfter: '7' })
  expect(await post('3')).toMatchObject({ status: 429, retryAfter: '7' })
  expect(await post('4')).toMatchObject({ status: 503 })
  expect(await post('5')).toMatchObject({ body: { ok: true } })
  expect(texts()).toEqual(['5'])
  expect(slack.faults()).toEqual([{ method: 'auth.test', error: 'account_inactive', times: 1 }])
  slack.clearFaults()
  expect(slack.faults()).toEqual([])
})

it('a fault can apply to every call until it is cleared', async () => {
  const { slack, post, texts } = await openPost()
  slack.fail('chat.postMessage', { error: 'not_in_channel', times: 'until cleared' })
  for (const text of ['1', '2', '3']) expect(await post(text)).toMatchObject({ body: { error: 'not_in_channel' } })
  expect(slack.faults()).toEqual([{ method: 'chat.postMessage', error: 'not_in_channel', times: 'until cleared' }])
  slack.clearFaults()
  await post('4')
  expect(texts()).toEqual(['4'])
})

it('an answer can be a page, with any status', async () => {
  const { slack, docs } = await openPost()
  const fetchPage = async () => {
    const answer = await fetch(new URL('chat.postMessage', slack.apiUrl), { method: 'POST' })
    return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 15)]
  }
  slack.fail('chat.postMessage', { html: true })
  slack.fail('chat.postMessage', { html: true, httpStatus: 503 })
  expect(await fetchPage()).toEqual([200, 'text/html; charset=utf-8', '<!doctype html>'])
  expect(await fetchPage()).toEqual([503, 'text/html; charset=utf-8', '<!doctype html>'])
  expect(slack.messages(docs)).toEqual([])
})

it('a connection can break before or after a call is processed', async () => {
  const { slack, post, texts } = await openPost()
  slack.fail('chat.postMessage', { reset: 'before' })
  await expect(post('lost')).rejects.toThrow()
  expect(texts()).toEqual([])
  slack.fail('chat.postMessage', { reset: 'after' })
  await expect(post('posted')).rejects.toThrow()
  expect(texts()).toEqual(['posted'])
  expect(slack.calls('chat.postMessage').map(call => [call.fault?.reset, call.answer.ok])).toEqual([
    ['before', undefined],
    ['after', true]
  ])
})

it('a call that hangs is seen but never answered', async () => {
  const { slack, post } = await openPost()
  slack.fail('*', { hang: true })
  const hanging = post('hello')
  hanging.catch(() => undefined)
  await slack.waitFor(() => slack.calls('chat.postMessage')[0], 'the call')
  await slack.stop()
  await expect(hanging).rejects.toThrow()
})

it('a slow call is processed at once and answered late', async () => {
  const { slack, post, texts } = await openPost()
  slack.fail('chat.postMessage', { delayMs: 50 })
  const started = performance.now()
  const slow = post('slow')
  await slack.waitFor(() => texts().length === 1, 'the message')
  expect((await slow).body.ok).toBe(true)
  expect(performance.now() - started).toBeGreaterThan(45)
})

it('waitFor says what was there instead', async () => {
  const { slack, post } = await openPost()
  await post('something else')
  await expect(slack.waitFor(() => false, 'the end of the world', 10)).rejects.toThrow(
    /Waited 10 ms in vain for the end of the world. Slack shows:\n {2}#docs \d+\.\d+ U0AGENTBOT: something else/
  )
})

import { expect, it } from 'vitest'
import { callSlack } from './call-slack.ts'
import { openWorkspace } from './open-workspace.ts'

async function openPost() {
  const { slack, docs } = await openWorkspace()
  const post = (text: string) => callSlack(slack, 'chat.postMessage', { channel: docs, text })
  return { slack, docs, post, texts: () => slack.messages(docs).map(message => message.text) }
}

it('faults apply to calls in the order they were set, and then calls work again', async () => {
  const { slack, post, texts } = await openPost()
  slack.fail('chat.postMessage', { error: 'internal_error' })
  slack.fail('chat.postMessage', { retryAfterS: 7, times: 2 })
  slack.fail('chat.postMessage', { status: 503 })
  slack.fail('auth.test', { error: 'account_inactive' })
  expect(await post('1')).toMatchObject({ status: 200, body: { ok: false, error: 'internal_error' } })
  expect(await post('2')).toMatchObject({ status: 429, retryAfter: '7' })
  expect(await post('3')).toMatchObject({ status: 429, retryAfter: '7' })
  expect(await post('4')).toMatchObject({ status: 503 })
  expect(await post('5')).toMatchObject({ body: { ok: true } })
  expect(texts()).toEqual(['5'])
  expect(slack.faults()).toMatchObject([{ target: 'auth.test', left: 1, fault: { error: 'account_inactive' } }])
  slack.clearFaults()
  expect(slack.faults()).toEqual([])
})

it('a fault can apply to every call until it is cleared', async () => {
  const { slack, post, texts } = await openPost()
  const fault = slack.fail('chat.postMessage', { error: 'not_in_channel', times: 'until cleared' })
  for (const text of ['1', '2', '3']) expect(await post(text)).toMatchObject({ body: { error: 'not_in_channel' } })
  expect(slack.faults()).toMatchObject([{ target: 'chat.postMessage', left: 'until cleared' }])
  slack.clearFaults(fault)
  await post('4')
  expect(texts()).toEqual(['4'])
})

it('a fault that Slack cannot show is refused', async () => {
  const { slack } = await openPost()
  expect(() => slack.fail('chat.postMessage', { status: 99 })).toThrow()
  expect(() => slack.fail('chat.postMessage', { error: 'internal_error', times: 0 })).toThrow()
  expect(slack.faults()).toEqual([])
})

it('an answer can be a page, with any status', async () => {
  const { slack, docs } = await openPost()
  const fetchPage = async () => {
    const answer = await fetch(new URL('chat.postMessage', slack.apiUrl), { method: 'POST' })
    return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 15)]
  }
  slack.fail('chat.postMessage', { kind: 'html 200' })
  slack.fail('chat.postMessage', { kind: 'html 503' })
  expect(await fetchPage()).toEqual([200, 'text/html; charset=utf-8', '<!doctype html>'])
  expect(await fetchPage()).toEqual([503, 'text/html; charset=utf-8', '<!doctype html>'])
  expect(slack.messages(docs)).toEqual([])
})

it('a connection can break before or after a call is processed', async () => {
  const { slack, post, texts } = await openPost()
  slack.fail('chat.postMessage', { kind: 'reset before read' })
  await expect(post('lost')).rejects.toThrow()
  expect(texts()).toEqual([])
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  await expect(post('posted')).rejects.toThrow()
  expect(texts()).toEqual(['posted'])
  expect(slack.calls('chat.postMessage').map(call => [call.fault, call.answer.ok])).toEqual([
    [{ kind: 'reset before read' }, undefined],
    [{ kind: 'reset after processing' }, true]
  ])
})

it('a call that hangs is seen but never answered', async () => {
  const { slack, post } = await openPost()
  slack.fail('*', { kind: 'hang' })
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

it('nothing is waited for any more once it is stopped', async () => {
  const { slack } = await openPost()
  const waiting = expect(slack.waitFor(() => false, 'the end of the world')).rejects.toThrow(
    'Stopped while waiting for'
  )
  await slack.stop()
  await waiting
})

it('waitFor says what was there instead', async () => {
  const { slack, post } = await openPost()
  await post('something else')
  await expect(slack.waitFor(() => false, 'the end of the world', 10)).rejects.toThrow(
    /Timed out after 10 ms waiting for the end of the world. What was there:\n {2}#docs \d+\.\d+ U0AGENTBOT: something else/
  )
})

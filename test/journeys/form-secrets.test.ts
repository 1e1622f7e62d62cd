import { expect, it } from 'vitest'
import { startForm } from '../support/form.ts'
import { makeCanary } from '../support/secret-canaries.ts'

const TOKEN = makeCanary('github')
const KEY = makeCanary('aws')

it('asks about another secret, though the one it asked about may go out', async () => {
  const { open, form, advance, sent } = await startForm()
  await open('job_8f2')
  await form.send({ instruction: `use ${TOKEN}` })
  expect(await form.send({ instruction: `use ${TOKEN}\nand ${KEY}`, anyway: true })).toEqual({})
  expect(form.shown().at(-2)).toBe(
    `Not sent: this looks like it holds a GitHub token (${TOKEN.slice(0, 4)}…, line 1), an AWS access key (${KEY.slice(0, 4)}…, line 2).`
  )
  expect(await form.send({})).toEqual({})
  await advance(2_000)
  expect([form.isOpen(), sent()]).toEqual([true, []])
  expect(await form.send({ anyway: true })).toEqual({})
  await advance(2_000)
  expect([form.isOpen(), sent()]).toEqual([false, [`use ${TOKEN}\nand ${KEY}`]])
})

it('asks about somebody else’s secret in the thread above, though one’s own may go out', async () => {
  const { slack, channel, ana, ben, form, advance, sent } = await startForm()
  const { ts: threadTs } = await slack.say({ user: ben, channel, text: `root is ${KEY}` })
  const { ts } = await slack.say({ user: ana, channel, text: 'do it', threadTs })
  await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs: ts })
  await form.opened()
  await form.send({ job: 'job_8f2', instruction: `use ${TOKEN}` })
  expect(await form.send({ anyway: true, include: ['own'] })).toEqual({})
  expect(form.shown().at(-2)).toContain('an AWS access key')
  await advance(2_000)
  expect(sent()).toEqual([])
})

it('does not ask again about the same secret when other words change', async () => {
  const { open, form, advance, sent } = await startForm()
  await open('job_8f2')
  await form.send({ instruction: `use ${TOKEN}` })
  expect(await form.send({ instruction: `first the title,\nthen use ${TOKEN}`, anyway: true })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual([`first the title,\nthen use ${TOKEN}`])
})

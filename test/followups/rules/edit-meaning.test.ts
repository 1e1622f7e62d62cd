import { expect, it } from 'vitest'
import { toEditMeaning } from '../../../src/followups/rules/edit-meaning.ts'

const BOT = '<@U0BOT>'
const REPLY = { jobId: 'job_8f2', botUserId: 'U0BOT', isRequest: false, isDirect: false, isTalk: false }
const REQUEST = { ...REPLY, isRequest: true }
const DIRECT = { ...REQUEST, isDirect: true }

it.each([
  ['a reply', REPLY, 'shorten it', { kind: 'instruction', prompt: 'shorten it' }],
  ['a reply to its own job', REPLY, 'job_8f2 shorten it', { kind: 'instruction', prompt: 'shorten it' }],
  ['a reply that asks about its own job', REPLY, 'status job_8f2', { kind: 'another', prompt: 'status job_8f2' }],
  ['a reply that is talk by now', { ...REPLY, isTalk: true }, 'shorten it', { kind: 'another', prompt: 'shorten it' }],
  [
    'a reply that names another job',
    { ...REPLY, otherId: 'job_c90' },
    'job_c90 fix it',
    { kind: 'for either', prompt: 'job_c90 fix it', otherId: 'job_c90' }
  ],
  [
    'a reply that names another job, as talk',
    { ...REPLY, isTalk: true, otherId: 'job_c90' },
    'job_c90 fix it',
    { kind: 'another', prompt: 'job_c90 fix it' }
  ],
  ['a reply that is for people', { ...REPLY, isTalk: true }, '// no', { kind: 'aside' }],
  ['a request', REQUEST, `${BOT} job_8f2 shorten it`, { kind: 'instruction', prompt: 'shorten it' }],
  [
    'a request that names no job',
    REQUEST,
    `${BOT} please shorten it`,
    { kind: 'instruction', prompt: 'please shorten it' }
  ],
  ['a request for another job', REQUEST, `${BOT} job_c90 fix it`, { kind: 'another', prompt: 'job_c90 fix it' }],
  ['a request without its mention', REQUEST, 'job_8f2 shorten it', { kind: 'another', prompt: 'shorten it' }],
  ['a direct message', DIRECT, 'job_8f2 shorten it', { kind: 'instruction', prompt: 'shorten it' }],
  ['a question', DIRECT, 'status of job_8f2', { kind: 'another', prompt: 'status of job_8f2' }]
])('reads %s that was edited', (_, edited, text, meaning) => {
  expect(toEditMeaning({ ...edited, text })).toEqual(meaning)
})

it.each([
  ['the same job', 'job_8f2', 'instruction'],
  ['nowhere any more', undefined, 'instruction'],
  ['another job', 'job_c90', 'another']
])('reads a request with a link that leads to %s', (_, linkedJobId, kind) => {
  const text = `${BOT} <https://agents.example/runs/7> shorten it`
  expect(toEditMeaning({ ...REQUEST, text, linkedJobId }).kind).toBe(kind)
})

it.each(['<https://agents.example/runs/7> at 18:00: fix it', 'at 18:00: <https://agents.example/runs/7> fix it'])(
  'reads the time in “%s”, and leaves out the link to its job',
  text => {
    const meaning = { kind: 'instruction', prompt: 'at 18:00: fix it' }
    expect(toEditMeaning({ ...REQUEST, text: `${BOT} ${text}`, linkedJobId: 'job_8f2' })).toEqual(meaning)
  }
)

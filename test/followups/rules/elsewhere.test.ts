import { expect, it } from 'vitest'
import {
  lastHeard,
  lastSentIn,
  type Send,
  sentElsewhere,
  sentElsewhereSince
} from '../../../src/followups/rules/elsewhere.ts'

const HOUR_MS = 3_600_000
const HERE = { teamId: 'T0', channelId: 'C0DOCS', threadTs: '1.0' }

/** "docs 1": the first instruction, an hour after the start, from the thread in #docs. */
function sends(...from: ('docs' | 'api' | 'secret' | 'docs again')[]): Send[] {
  return from.map((where, at) => ({
    id: `f_${at}`,
    jobId: 'job_8f2',
    teamId: 'T0',
    channelId: where === 'docs again' ? HERE.channelId : `C0${where.toUpperCase()}`,
    threadTs: where === 'docs again' ? '2.0' : '1.0',
    requesterId: `U0${at}`,
    sentAtMs: at * HOUR_MS,
    finishedAtMs: null,
    isUnderWay: true,
    isPublic: where !== 'secret'
  }))
}

it('says nothing where nothing was sent elsewhere', () => {
  expect(sentElsewhere(sends('docs', 'docs'), HERE)).toBeUndefined()
  expect(sentElsewhereSince(sends('api', 'docs', 'docs'), 'f_1')).toBeUndefined()
  expect(sentElsewhereSince([], 'f_1')).toBeUndefined()
})

it('names public channels and its own, and nobody who wrote from a private one', () => {
  expect(sentElsewhere(sends('docs', 'api', 'secret', 'api', 'docs again'), HERE)).toEqual({
    count: 4,
    channelIds: ['C0API', 'C0DOCS'],
    isHidden: true,
    last: { by: 'U04', atMs: 4 * HOUR_MS }
  })
  expect(sentElsewhere(sends('docs', 'api', 'secret'), HERE)).toEqual({
    count: 2,
    channelIds: ['C0API'],
    isHidden: true,
    last: { atMs: 2 * HOUR_MS }
  })
})

it('names only its own channel where others than members may read along', () => {
  const known = sends('docs', 'api', 'docs again').map(send => ({ ...send, isPublic: send.channelId === 'C0API' }))
  expect(sentElsewhere(known.slice(0, 2), HERE)).toMatchObject({
    channelIds: [],
    isHidden: true,
    last: { atMs: HOUR_MS }
  })
  expect(sentElsewhere(known, HERE)).toMatchObject({ channelIds: ['C0DOCS'], isHidden: true, last: { by: 'U02' } })
  const direct = { ...HERE, channelId: 'D0BEN' }
  expect(sentElsewhere(known, direct)).toMatchObject({ channelIds: ['C0API'], isHidden: true })
})

it('puts the threads from which something went out last first', () => {
  const places = ['C0API', 'C0NEW', 'C0DOCS'].map(channelId => ({ ...HERE, channelId }))
  expect(lastHeard(sends('api', 'docs'), places).map(({ channelId }) => channelId)).toEqual([
    'C0DOCS',
    'C0API',
    'C0NEW'
  ])
})

it('goes back a day from what the job was sent last', () => {
  const day = sends('api', 'api', ...Array.from({ length: 24 }, () => 'docs' as const))
  expect(sentElsewhere(day, HERE)?.count).toBe(undefined)
  expect(sentElsewhere(day.slice(0, -1), HERE)?.count).toBe(1)
})

it('counts from an instruction of the thread to its next one, or to its result', () => {
  const all = sends('api', 'docs', 'api', 'api', 'docs', 'api')
  expect(sentElsewhereSince(all, 'f_1')?.count).toBe(2)
  expect(sentElsewhereSince(all, 'f_4')?.count).toBe(1)
  const ended = all.map(send => (send.id === 'f_1' ? { ...send, finishedAtMs: 2.5 * HOUR_MS } : send))
  expect(sentElsewhereSince(ended, 'f_1')?.count).toBe(1)
  expect(lastSentIn(all, HERE)?.id).toBe('f_4')
})

import { expect, it } from 'vitest'
import { checkBlocks } from '../../../sandbox/slack/block-kit/check-blocks.ts'
import { digestMessage } from '../../../src/followups/messages/digest-message.ts'
import { asShown } from '../../support/as-shown.ts'
import { followupIn, NOW } from '../a-followup.ts'

const source = { repository: 'https://github.com/acme/docs' }
const ended = (id: number, prLink: string | null) =>
  followupIn(
    { state: 'finished', status: 'completed', job: { prLink, source }, sentAtMs: NOW, finishedAtMs: NOW },
    { id: `f_${id}`, jobId: `job_${id}` }
  )
const linesOf = (count: number, prLink: string | null) =>
  digestMessage({
    offline: { fromMs: NOW, untilMs: NOW + 60 * 3_600_000 },
    finished: Array.from({ length: count }, (_, at) => ended(at, prLink)),
    workspaceUrl: 'https://acme.slack.com/'
  })

it('lists forty results at most, and counts the others', () => {
  const message = linesOf(52, 'https://github.com/acme/docs/pull/12')
  const lines = asShown(message).split('\n')
  expect(lines[0]).toBe('While I was offline, from 2026-11-20 14:00 to 2026-11-23 02:00, these jobs ended:')
  expect(lines.filter(line => line.startsWith('✅'))).toHaveLength(40)
  expect(lines.at(-1)).toBe('— and 12 more')
})

it.each([
  'https://github.com/acme/docs/pull/12',
  `https://github.com/${'a'.repeat(60)}/pull/12`,
  `https://github.com/${'a'.repeat(1_900)}/pull/12`,
  null
])('fits into a message with any links: %#', prLink => {
  const { blocks } = linesOf(60, prLink)
  expect(checkBlocks(blocks, 'message')).toMatchObject({ ok: true })
  expect(blocks.length).toBeLessThan(50)
  expect(JSON.stringify(blocks)).not.toContain('…')
  expect(JSON.stringify(blocks).length).toBeLessThan(12_000)
})

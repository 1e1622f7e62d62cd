import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'
import { cellsOf, lasting } from './slack-faults.ts'
import { type Seen, WATCHED, whatIsSeen } from './what-is-seen.ts'

const MINUTE_MS = 60_000
// The first look at the job is a separate step, which would mark the reply again.
const AFTER_THE_LOOK_MS = 8_000

/** Whatever becomes of the mark, the instruction goes out, once. */
const SENT: Seen = { ...WATCHED, states: ['watching', 'watching'], posts: 2, thread: ['Ben: shorten it 📨'] }
const UNMARKED: Seen = { ...SENT, thread: ['Ben: shorten it'] }
const MARKED_TWICE: Seen = { ...SENT, thread: ['Ben: shorten it 👀 📨'] }

it.each(cellsOf('mark'))('a mark on a reply that meets $name: $outcome', async ({ fault, options, outcome }) => {
  const journey = await startWatching(options)
  const { slack, reply, advance } = journey
  slack.fail('reactions.add', lasting(fault))
  await reply('shorten it')
  await advance(AFTER_THE_LOOK_MS)
  // A mark that may or may not be there is removed once Slack answers.
  expect(await whatIsSeen(journey)).toEqual(outcome === 'shows at once' ? MARKED_TWICE : UNMARKED)
  if (outcome !== 'is left out') slack.clearFaults()
  await advance(2 * MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(outcome === 'is left out' ? UNMARKED : SENT)
})

it('records each mark once, however long Slack is unreachable', async () => {
  const { slack, database, reply, advance } = await startWatching()
  slack.fail('reactions.add', { error: 'internal_error', times: 'until cleared' })
  await reply('shorten it')
  await advance(10 * MINUTE_MS)
  const [row] = await database.query(`select digest from followup.view where id like '%:mark'`)
  expect(row?.digest).toBe('eyes? incoming_envelope?')
  slack.clearFaults()
})

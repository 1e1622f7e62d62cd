import { expect, it } from 'vitest'
import { carryOut } from '../../src/database/database.ts'
import { plainMessage, type SlackMessage } from '../../src/slack/blocks.ts'
import { editMessage } from '../../src/slack/edit-view.ts'
import { SlackBusy, SlackRefusal, SlackUnclear } from '../../src/slack/slack-failure.ts'
import { addViews, digestOf, editBegun, editOver } from '../../src/slack/view-store.ts'
import { quietLog } from '../support/quiet-log.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { createMemorySlack } from './memory-slack.ts'

const ID = 'f_1:card'
const AT = { channelId: 'C1', ts: '1.000001' }
const BEING_EDITED = 'A message is being edited'

/** A message in Slack, and a row that says what it should show. `onEdit` is what happens while an edit is under way. */
async function startWith(posted: string) {
  const { database } = await createTestDatabase()
  const view = { id: ID, teamId: 'T1', channelId: 'C1', threadTs: null, followupId: 'f_1', message: {} }
  await addViews(database, [view], 0)
  await carryOut(database, editBegun({ id: ID }, 0))
  await carryOut(database, editOver({ id: ID }, 0, digestOf(plainMessage(posted))))
  const state = { row: posted, shown: posted, edits: 0, nowMs: 1_000_000, awakeMs: 0 }
  let onEdit = async () => {}
  const deps = {
    database,
    now: () => state.nowMs,
    monotonicMs: () => state.awakeMs,
    log: quietLog(),
    slack: {
      ...createMemorySlack().slack,
      async update(_: string, __: string, { text }: SlackMessage, mayStart = () => true) {
        const happens = onEdit
        onEdit = async () => {}
        await happens()
        if (!mayStart()) throw new SlackBusy(1_000)
        state.shown = text
        state.edits++
      }
    }
  }
  const redraw = () =>
    editMessage(deps, { id: ID }, AT, async change => {
      const changed = await carryOut(database, change)
      return { changed, wanted: plainMessage(state.row) }
    })
  const during = (act: () => Promise<void>) => {
    onEdit = act
  }
  return { state, redraw, during }
}

it('edits a message once for what is new, and not at all for what it shows already', async () => {
  const { state, redraw } = await startWith('working')
  await redraw()
  expect(state.edits).toBe(0)
  state.row = 'finished'
  await redraw()
  await redraw()
  expect(state).toMatchObject({ shown: 'finished', edits: 1 })
})

it('shows what was stored while it was editing', async () => {
  const { state, redraw, during } = await startWith('accepted')
  state.row = 'working'
  during(async () => {
    state.row = 'finished'
    await expect(redraw()).rejects.toThrow(BEING_EDITED)
  })
  await redraw()
  expect(state).toMatchObject({ shown: 'finished', edits: 2 })
})

it('shows nothing older, even if an edit is held up until another process has made its own', async () => {
  const { state, redraw, during } = await startWith('accepted')
  state.row = 'working'
  during(async () => {
    state.nowMs += 16_000
    state.awakeMs += 16_000
    state.row = 'finished'
    await redraw()
  })
  await expect(redraw()).rejects.toThrow(SlackBusy)
  await redraw()
  expect(state).toMatchObject({ shown: 'finished', edits: 1 })
})

it.each([
  ['an unclear answer', new SlackUnclear('timeout')],
  ['a refusal', new SlackRefusal('edit_window_closed')]
])('edits again after %s, since nobody knows what is shown', async (_, error) => {
  const { state, redraw, during } = await startWith('working')
  state.row = 'finished'
  during(() => Promise.reject(error))
  await redraw().catch(() => {})
  state.row = 'working'
  await redraw()
  expect(state).toMatchObject({ shown: 'working', edits: 1 })
})

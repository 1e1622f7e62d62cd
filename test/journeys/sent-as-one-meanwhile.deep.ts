import { expect, it } from 'vitest'
import { changeReply } from '../../src/followups/events/change-reply.ts'
import { withdrawReply } from '../../src/followups/events/withdraw-reply.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import type { ReplyKey } from '../../src/followups/stores/reply-store.ts'
import { startUndo } from '../support/undo.ts'

type Undoing = Awaited<ReturnType<typeof startUndo>>
type Meanwhile = (journey: Undoing, deps: FollowupDeps, key: ReplyKey) => Promise<unknown>

/** Ben’s replies “one”, “tow” and “three” are being sent as one. Something happens to the second; then the service takes none. */
async function startSending(meanwhile: Meanwhile, options = {}) {
  let second: string | undefined
  const journey: Undoing = await startUndo(
    { 'own-undo': '10', 'own-together': 'together' },
    {
      ...options,
      wrap: deps => ({
        ...deps,
        agent: {
          ...deps.agent,
          async sendMessage(...call) {
            if (second === undefined) return deps.agent.sendMessage(...call)
            const key = { teamId: deps.teamId, channelId: journey.channel, ts: second }
            second = undefined
            await meanwhile(journey, deps, key)
            return { kind: 'busy', retryAfterMs: 600_000 }
          }
        }
      })
    }
  )
  await journey.write('one')
  const ts = await journey.write('tow')
  await journey.write('three')
  second = ts
  await journey.advance(10_000)
  await journey.advance(15 * 60_000)
  return journey
}

const edit: Meanwhile = async ({ slack, channel, ben }, deps, key) => {
  await slack.edit({ user: ben, channel, messageTs: key.ts, text: 'two' })
  await slack.deliveriesDone()
  await changeReply(deps, key)
}

it('an edit of one while they are being sent goes out with the others, if they did not arrive', async () => {
  const { later } = await startSending(edit)
  expect(later()).toEqual(['1. one\n2. two\n3. three'])
})

// Its marks go with it.
const GONE = { refusals: ['reactions.add message_not_found', 'reactions.remove message_not_found'] }

it('one that is deleted while they are being sent is left out, if they did not arrive', async () => {
  const { later } = await startSending(async ({ slack, channel }, deps, key) => {
    await slack.remove({ channel, messageTs: key.ts })
    await slack.deliveriesDone()
    await withdrawReply(deps, key)
  }, GONE)
  expect(later()).toEqual(['1. one\n2. three'])
})

it('a correction that is sent while they are being sent takes the place of the earlier words', async () => {
  const { later } = await startSending(async (journey, deps, key) => {
    await edit(journey, deps, key)
    const { slack, channel, ben, pressAndHear } = journey
    const question = slack.ephemerals(channel, ben).at(-1)
    await pressAndHear('send-correction', { on: question?.ts ?? '', by: ben })
  })
  expect(later().toSorted()).toEqual(['1. one\n2. three', 'two'])
})

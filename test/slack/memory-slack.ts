import type { SlackMessage } from '../../src/slack/blocks.ts'
import type { Period, Place, PostOptions, SlackClient } from '../../src/slack/slack-client.ts'
import { SlackBusy } from '../../src/slack/slack-failure.ts'

type Fault = { error: Error; arrived?: boolean }

const notHere = () => Promise.reject(new Error('Nobody posts this way here'))

/** Slack's channels as a list of messages. Posts and look-backs meet the `faults` one after another. */
export function createMemorySlack() {
  const messages: { ts: string; place: Place; message: SlackMessage; options: PostOptions }[] = []
  const lookBacks: { place: Place; operationId: string; period: Period }[] = []
  const faults: { post: Fault[]; find: Fault[] } = { post: [], find: [] }

  const slack: SlackClient = {
    async post(place, message, options) {
      if (options.mayStart?.() === false) throw new SlackBusy(1_000)
      const fault = faults.post.shift()
      const ts = `${1_700_000_000 + messages.length}.000100`
      if (fault === undefined || fault.arrived) messages.push({ ts, place, message, options })
      if (fault) throw fault.error
      return ts
    },
    async findPosted(place, operationId, period) {
      lookBacks.push({ place, operationId, period })
      const fault = faults.find.shift()
      if (fault) throw fault.error
      return messages.find(message => message.options.operationId === operationId)?.ts
    },
    openDirect: async userId => `D${userId}`,
    update: notHere,
    publishHome: notHere,
    tellPrivately: notHere,
    respond: notHere,
    openView: notHere,
    repliesBefore: notHere,
    fetchText: notHere,
    addReaction: notHere,
    removeReaction: notHere,
    userInfo: notHere,
    channelInfo: async () => ({}),
    channelMembers: notHere
  }
  return { slack, messages, lookBacks, faults }
}

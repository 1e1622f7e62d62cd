import { createChannels } from './channels.ts'
import { createMembers, createNames, createPeople } from './people.ts'
import type { SlackClient } from './slack-client.ts'

export const createLookups = (slack: SlackClient, now: () => number) => ({
  people: createPeople(slack, now),
  names: createNames(slack, now),
  channels: createChannels(slack, now),
  members: createMembers(slack, now)
})

export type Lookups = ReturnType<typeof createLookups>

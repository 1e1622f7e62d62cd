import { createHash } from 'node:crypto'

const LONGEST_OWNER = 40

/** Queues stand apart for each owner, and an owner may have any name: what a queue cannot be called is left to the digest. */
export function createQueueNames(owner: string) {
  const digest = createHash('sha256').update(owner).digest('hex').slice(0, 12)
  const prefix = `${owner.replaceAll(/[^\w-]/g, '_').slice(0, LONGEST_OWNER)}-${digest}.`
  return {
    toName: (task: string) => prefix + task,
    toTask: (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : '')
  }
}

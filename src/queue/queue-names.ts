import { createHash } from 'node:crypto'

const LONGEST_OWNER = 40

/** Each owner has queues of its own. An owner may have any name: the digest stands for what a queue name cannot hold. */
export function createQueueNames(owner: string) {
  const digest = createHash('sha256').update(owner).digest('hex').slice(0, 12)
  const prefix = `${owner.replaceAll(/[^\w-]/g, '_').slice(0, LONGEST_OWNER)}-${digest}.`
  return {
    toName: (task: string) => prefix + task,
    toTask: (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : '')
  }
}

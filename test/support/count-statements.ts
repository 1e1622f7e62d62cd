import pg from 'pg'
import { onTestFinished } from 'vitest'

export type Counted = {
  /** What was sent to the database, in order. */
  statements: string[]
  /** Transactions that ended: a statement on its own is one too. */
  commits: number
}

/** A test's own connections carry this name: what they do is not counted. */
export const NOT_COUNTED = 'agent-followup-test'
const OF_THE_TEST_CLOCK = /__pgboss_test_clock/

/** Counts, from now on, every statement that this process sends to a database, whoever sends it. */
export function countStatements(): { read(): Counted; reset(): void } {
  const send = pg.Client.prototype.query
  const open = new WeakSet<pg.Client>()
  let counted: Counted = { statements: [], commits: 0 }

  function count(client: pg.Client, text: string): void {
    counted.statements.push(text)
    if (/^\s*begin/i.test(text)) open.add(client)
    else if (/^\s*(commit|rollback)/i.test(text)) {
      open.delete(client)
      counted.commits += 1
    } else if (!open.has(client)) counted.commits += 1
  }

  function countAndSend(this: pg.Client, ...args: unknown[]): unknown {
    const [given] = args
    const text = typeof given === 'string' ? given : textOf(given)
    if (text !== undefined && nameOf(this) !== NOT_COUNTED && !OF_THE_TEST_CLOCK.test(text)) count(this, text)
    return Reflect.apply(send, this, args)
  }
  Reflect.set(pg.Client.prototype, 'query', countAndSend)
  onTestFinished(() => void Reflect.set(pg.Client.prototype, 'query', send))

  return {
    read: () => structuredClone(counted),
    reset() {
      counted = { statements: [], commits: 0 }
    }
  }
}

const textOf = (given: unknown) =>
  typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : undefined

function nameOf(client: object): unknown {
  const { connectionParameters } = { connectionParameters: undefined, ...client }
  return Object(connectionParameters).application_name
}

/** How often each was sent, the most frequent first: this shows where they go. */
export function listByText({ statements }: Counted): string {
  const texts = Map.groupBy(statements, text => text.replaceAll(/\s+/g, ' ').trim().slice(0, 110))
  const lines = [...texts].toSorted(([, one], [, other]) => other.length - one.length)
  return lines.map(([text, times]) => `${String(times.length).padStart(4)} × ${text}`).join('\n')
}

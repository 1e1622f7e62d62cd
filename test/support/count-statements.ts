import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'

export type Counted = {
  /** What was sent to the database, in order. */
  statements: string[]
  /** The values that came with each of them last. */
  values: Map<string, unknown[]>
  /** Transactions that ended: a statement on its own is one too. */
  commits: number
  /** Statements with values that no connection plans once and for all. */
  unprepared: string[]
}

/** A test's own connections carry this name: what they do is not counted. */
export const NOT_COUNTED = 'agent-followup-test'

/** Counts, from now on, every statement that this process sends to a database, whoever sends it. */
export function countStatements() {
  const { query: send, connect } = pg.Client.prototype
  const open = new WeakSet<pg.Client>()
  let counted = countNothing()
  let underWay = 0

  function count(client: pg.Client, text: string): void {
    counted.statements.push(text)
    if (/^\s*begin/i.test(text)) open.add(client)
    else if (/^\s*(commit|rollback)/i.test(text)) {
      open.delete(client)
      counted.commits += 1
    } else if (!open.has(client)) counted.commits += 1
  }

  /** Passes a call on, and notes when it is answered: through a promise, or by calling back. */
  function follow(client: pg.Client, method: (...args: never[]) => unknown, args: unknown[]): unknown {
    underWay += 1
    const answered = () => {
      underWay -= 1
    }
    const callBack = args.at(-1)
    if (typeof callBack === 'function') {
      const noting = (...outcome: unknown[]) => {
        answered()
        return callBack(...outcome)
      }
      return Reflect.apply(method, client, [...args.slice(0, -1), noting])
    }
    const answer: unknown = Reflect.apply(method, client, args)
    void Promise.resolve(answer).then(answered, answered)
    return answer
  }

  function countAndSend(this: pg.Client, ...args: unknown[]): unknown {
    const [given] = args
    const text = typeof given === 'string' ? given : textOf(given)
    if (text !== undefined && nameOf(this) !== NOT_COUNTED) {
      count(this, text)
      counted.values.set(text, valuesOf(given, args))
      if (!isPrepared(given, args)) counted.unprepared.push(text)
    }
    return follow(this, send, args)
  }

  function connectAndFollow(this: pg.Client, ...args: unknown[]): unknown {
    return follow(this, connect, args)
  }
  Object.assign(pg.Client.prototype, { query: countAndSend, connect: connectAndFollow })
  onTestFinished(() => void Object.assign(pg.Client.prototype, { query: send, connect }))

  return {
    read: (): Counted => structuredClone(counted),
    reset(): void {
      counted = countNothing()
    },
    /** Nothing has been asked of the database for a moment, and everything was answered. */
    async quiet(): Promise<void> {
      for (let still = 0; still < 10; still = underWay === 0 ? still + 1 : 0) await setImmediate()
    }
  }
}

const countNothing = (): Counted => ({ statements: [], values: new Map(), commits: 0, unprepared: [] })

/** Without values there is nothing to prepare. */
const isPrepared = (given: unknown, args: unknown[]) =>
  typeof given === 'object' && given !== null && 'values' in given ? 'name' in given : !Array.isArray(args[1])

function valuesOf(given: unknown, args: unknown[]): unknown[] {
  const values = typeof given === 'object' && given !== null && 'values' in given ? given.values : args[1]
  return Array.isArray(values) ? values : []
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

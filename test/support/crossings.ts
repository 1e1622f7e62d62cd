import type { FollowupDeps } from '../../src/followups/followup-deps.ts'

/** Called just before and just after every call to an edge: "after slack.post". The step waits for it. */
export type OnCrossing = (crossing: string) => Promise<void>

/** For `World.wrap`: the steps stay as they are, and every call they make is a crossing. */
export function watchCrossings(onCrossing: OnCrossing): (deps: FollowupDeps) => FollowupDeps {
  async function cross(name: string, act: () => unknown): Promise<unknown> {
    await onCrossing(`before ${name}`)
    try {
      return await act()
    } finally {
      await onCrossing(`after ${name}`)
    }
  }

  const watch = <Edge extends object>(edge: Edge, name: string): Edge =>
    new Proxy(edge, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) =>
          cross(`${name}.${key === 'query' ? verbOf(args[0]) : String(key)}`, () => Reflect.apply(member, target, args))
      },
      apply: (target, self, args) => cross(name, () => Reflect.apply(asFunction(target), self, args))
    })

  return deps => ({
    ...deps,
    database: watch(deps.database, 'database'),
    enqueue: watch(deps.enqueue, 'enqueue'),
    dropTask: watch(deps.dropTask, 'dropTask'),
    agent: watch(deps.agent, 'agent'),
    host: deps.host && { ...deps.host, look: watch(deps.host.look, 'host.look') },
    slack: watch(deps.slack, 'slack'),
    people: watch(deps.people, 'people')
  })
}

const verbOf = (sql: unknown) => String(sql).trim().split(/\s/)[0]

function asFunction(target: object): (...args: unknown[]) => unknown {
  if (typeof target !== 'function') throw new Error('Cannot call what is not a function')
  return (...args) => Reflect.apply(target, undefined, args)
}

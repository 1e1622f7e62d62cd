import type { Lend } from '../../src/queue/queue.ts'
import type { Claimed } from '../../src/queue/task-store.ts'
import type { WorkLoopDeps } from '../../src/queue/work-loop.ts'

/** Runs what is due, and what follows from it at once, one task at a time, and returns when nothing is. */
export async function runUntilIdle({ lends }: { lends: Lend[] }): Promise<void> {
  for (const lend of lends) await lend(createLine).runUntilIdle()
}

const AT_ONCE = 50

function createLine({ names, claim, run, giveBack }: WorkLoopDeps) {
  const rooms = names.map(name => ({ name, most: AT_ONCE }))
  const line: Claimed[] = []
  let isOver = false
  const leave = (tasks: Claimed[]) => {
    for (const task of tasks) void giveBack(task).catch(() => {})
  }

  async function runAll(): Promise<void> {
    let done: Claimed[] = []
    for (;;) {
      line.push(...(await claim({ done, inHand: [], rooms })).claimed)
      done = []
      if (line.length === 0) return
      for (let task = line.shift(); task; task = line.shift()) if (await run(task)) done.push(task)
    }
  }

  return {
    reserve: () => !isOver,
    release: () => {},
    start(tasks: Claimed[]) {
      if (isOver) leave(tasks)
      else line.push(...tasks)
    },
    wakeAt: () => {},
    runUntilIdle: () =>
      runAll().finally(() => {
        isOver = true
        leave(line.splice(0))
      })
  }
}

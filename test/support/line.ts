import type { Lend, Lent } from '../../src/queue/queue.ts'
import type { Claimed } from '../../src/queue/task-store.ts'

/** Runs what is due, and what follows from it at once, one task at a time, and returns when nothing is. */
export async function runUntilIdle({ lends }: { lends: Lend[] }): Promise<void> {
  for (const lend of lends) await lend(createLine).runUntilIdle()
}

function createLine({ claim, run, giveBack }: Lent) {
  const line: Claimed[] = []
  let isOver = false
  const leave = (tasks: Claimed[]) => {
    for (const task of tasks) void giveBack(task).catch(() => {})
  }

  async function runAll(): Promise<void> {
    let done: Claimed[] = []
    for (;;) {
      line.push(...(await claim(done)))
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

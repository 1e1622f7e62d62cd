import type { Taken } from './task-store.ts'
import type { Worker } from './work-loop.ts'

type Deps = {
  /** Removes what is done, and takes what is due now. */
  take: (done: Taken[]) => Promise<Taken[]>
  /** True: it is done. False: it will run again. */
  run: (task: Taken) => Promise<boolean>
  giveBack: (task: Taken) => Promise<void>
}

/** Runs what is due, and what follows from it at once, one task at a time: for tests, where nothing happens on its own. */
export function createLine({ take, run, giveBack }: Deps): Worker & { runUntilIdle(): Promise<void> } {
  const line: Taken[] = []
  let isOver = false
  const leave = (tasks: Taken[]) => {
    for (const task of tasks) void giveBack(task).catch(() => {})
  }

  async function runAll(): Promise<void> {
    let done: Taken[] = []
    for (;;) {
      line.push(...(await take(done)))
      done = []
      if (line.length === 0) return
      for (let task = line.shift(); task; task = line.shift()) if (await run(task)) done.push(task)
    }
  }

  return {
    reserve: () => !isOver,
    release: () => {},
    start(tasks) {
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

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const GIVE_BACK = new URL('../src/give-memory-back.ts', import.meta.url)

/** A process that has held a lot for a moment, and then works for that share of its time until it is done. */
const program = (busy: number) => `
  import { giveMemoryBack } from ${JSON.stringify(GIVE_BACK.href)}

  const heldMb = () => process.memoryUsage.rss() / 1e6
  giveMemoryBack(200)
  setImmediate(() => {
    let held = Array.from({ length: 1_000_000 }, (_, at) => ({ at, words: 'word ' + at }))
    const mostMb = heldMb()
    held = undefined
    let turns = 0
    setInterval(() => {
      const until = performance.now() + 60 * ${busy}
      while (performance.now() < until);
      const isGivenBack = heldMb() < mostMb / 2
      if (!isGivenBack && ++turns < 50) return
      console.log(isGivenBack ? 'given back' : 'kept')
      process.exit()
    }, 20)
  })
`

async function run(busy: number): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(busy)])
  return stdout.trim()
}

it('gives memory back once a burst is over', async () => {
  expect(await run(0)).toBe('given back')
})

it('does not stop a busy process for that', async () => {
  expect(await run(1)).toBe('kept')
})

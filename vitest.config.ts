import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { COMPILED_ONCE } from './test/support/compiled-once.ts'

const MOSTLY_WAITS = /test\/(boot\/newer-version|agent\/agent-connection)/
const SHORT = /test\/journeys\/(?!locked-jobs|many-watches)/
const place = ({ moduleId }: TestSpecification) => (MOSTLY_WAITS.test(moduleId) ? 0 : SHORT.test(moduleId) ? 2 : 1)

/** Journeys are many and short, so they come last: a long file would keep one worker busy while the others have nothing to do. */
class ShortLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    // What takes long and seldom breaks runs with `npm run prove`.
    include: ['test/**/*.test.ts', ...(process.env.DEEP ? ['test/**/*.deep.ts'] : [])],
    env: COMPILED_ONCE,
    globalSetup: [
      'test/support/bundled-bot.ts',
      'test/support/database-server.ts',
      'test/sandbox/page/find-browser.ts'
    ],
    // Real servers on a shared two-core machine: a generous bound, never a duration a test relies on.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Most tests wait for servers now and then. With six workers on two cores, the same tests take a tenth more of the processor.
    maxWorkers: 4,
    // Loading and compiling the same code for every file takes a sixth of the time. No module keeps state that a test
    // could notice.
    isolate: false,
    sequence: { shuffle: { tests: true }, sequencer: ShortLast },
    snapshotFormat: { printBasicPrototype: false }
  }
})

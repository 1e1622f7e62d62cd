import { defineConfig } from 'vitest/config'

/** The tests of the rules alone, which need neither a database nor a browser: hundreds of them are run for each mutant. */
export default defineConfig({
  test: {
    include: ['test/followups/{model,views,intent}/*.test.ts'],
    testTimeout: 60_000,
    snapshotFormat: { printBasicPrototype: false }
  }
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database-server.ts', 'test/sandbox/page/find-browser.ts'],
    // Real servers on a shared two-core machine: a generous bound, never a duration a test relies on.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for servers, not for the processor.
    maxWorkers: 3,
    sequence: { shuffle: true },
    snapshotFormat: { printBasicPrototype: false }
  }
})

import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Empty when there is none. */
    browserPath: string
  }
}

// What has no window starts and draws with a third less work.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
]

/** Looks once for the whole run, and reports it once. */
export function setup(project: TestProject): void {
  const path = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find(place => place !== '' && existsSync(place))
  if (path === undefined)
    process.stderr.write(
      'No Chromium here: the browser tests of the sandbox are skipped (apt-get install chromium-headless-shell).\n'
    )
  project.provide('browserPath', path ?? '')
}

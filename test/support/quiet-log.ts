import type { Log } from '../../src/errors.ts'

const quiet = () => {}

/** A log that passes on errors alone, or nothing. */
export const quietLog = (error: Log['error'] = quiet): Log => ({ debug: quiet, info: quiet, warn: quiet, error })

import { z } from 'zod'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'

/** For a step that works with nothing else: to ask for more is an error. */
export const onlyDeps = (given: Partial<FollowupDeps>): FollowupDeps =>
  z.custom<FollowupDeps>().parse(
    new Proxy(given, {
      get(known, name) {
        if (!(name in known)) throw new Error(`Nobody gave ${String(name)}`)
        return Reflect.get(known, name)
      }
    })
  )

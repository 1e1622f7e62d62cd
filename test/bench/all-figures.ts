import type { Figure } from './bench.ts'
import { ackHttp, ackSocket } from './figures/acks.ts'
import { coldStart } from './figures/cold-start.ts'
import { forgetting } from './figures/forgetting.ts'
import { growth } from './figures/growth.ts'
import { idle } from './figures/idle.ts'
import { inTrouble } from './figures/in-trouble.ts'
import { killWatches } from './figures/kill-watches.ts'
import { lookCost } from './figures/look-cost.ts'
import { lostUnderKills } from './figures/lost-under-kills.ts'
import { memory } from './figures/memory.ts'
import { processes } from './figures/processes.ts'
import { sendLatency } from './figures/send-latency.ts'
import { slowService } from './figures/slow-service.ts'
import { socketRefreshes } from './figures/socket-refreshes.ts'
import { steadyCommands } from './figures/steady-commands.ts'
import { wholeFollowups, withMetrics } from './figures/whole-followups.ts'

/** In the order in which they are measured and shown. */
export const allFigures: Figure[] = [
  ackHttp,
  ackSocket,
  steadyCommands,
  wholeFollowups,
  withMetrics,
  processes,
  sendLatency,
  lookCost,
  slowService,
  idle,
  memory,
  growth,
  forgetting,
  coldStart,
  killWatches,
  lostUnderKills,
  ...inTrouble,
  socketRefreshes
]

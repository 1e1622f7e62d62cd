import { readBudget } from './agent/budget.ts'
import type { Sql } from './database/database.ts'
import type { Move } from './followups/consequences.ts'
import type { FollowupDeps } from './followups/followup-deps.ts'
import { taskData } from './followups/followup-tasks.ts'
import { isInDoubt } from './followups/model/followup.ts'
import { cancelledSchema, finishedSchema, rejectedSchema, unwatchedSchema } from './followups/model/progress.ts'
import { WAITING } from './followups/model/standing.ts'
import { holdReasonSchema } from './followups/model/wait.ts'
import { countUnderWay } from './followups/stores/line-store.ts'
import { createQuickMemory } from './health.ts'
import { findDue } from './queue/task-store.ts'
import { METHODS, type OnAnswer, OUTCOMES } from './slack/slack-client.ts'

type Made = Awaited<ReturnType<typeof createMetrics>>
export type Metrics = Omit<Made, 'scrape'> & Partial<Made>
type Known = Pick<FollowupDeps, 'database' | 'now'> & { projects: Pick<FollowupDeps, 'projectId' | 'hourlyLimit'>[] }

const no = () => {}
export const NO_METRICS: Metrics = { accepted: no, moved: no, slackAnswered: no, agentWasBusy: no, took: no }
const PREFIX = 'agent_followup_'
const TASKS = Object.keys(taskData)
const HOWS = [finishedSchema, unwatchedSchema].flatMap(of => of.shape.how.options).map(how => ({ how }))
const WAITS = [...Object.keys(WAITING), ...holdReasonSchema.options]
const REASONS = [cancelledSchema, rejectedSchema].flatMap(of => of.shape.reason.options).map(reason => ({ reason }))
const SLACK_KINDS = METHODS.flatMap(method => OUTCOMES.map(outcome => ({ method, outcome })))
const WITHIN_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3]
const WITHIN_HOURS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 1_800, 7_200]

/** No label names a person, a channel, a job or a project: all values of all labels are in the code. */
export async function createMetrics({ database, projects, now }: Known) {
  const ids = projects.map(({ projectId }) => projectId)
  // Loaded only where it is used.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  // Its monitor of the event loop would cost more than all else here, so it almost never fires, and what it says is removed.
  collectDefaultMetrics({ register: registry, prefix: PREFIX, eventLoopMonitoringPrecision: 2 ** 31 - 1 })
  for (const { name } of registry.getMetricsAsArray()) if (name.includes('eventloop')) registry.removeSingleMetric(name)

  /** All kinds from zero, so that the first of a kind shows as an increase. */
  function counter(name: string, help: string, kinds: Record<string, string>[] = [{}]) {
    const labelNames = Object.keys(kinds[0] ?? {})
    const made = new Counter({ name: `${PREFIX}${name}_total`, help, labelNames, registers: [registry] })
    for (const labels of kinds) made.inc(labels, 0)
    return made
  }
  const accepted = counter('accepted', 'Follow-ups that were stored')
  const sent = counter('sent', 'Follow-ups that the agent service took')
  const maybe = counter('maybe_delivered', 'Follow-ups that may or may not have arrived')
  const ended = counter('ended', 'Follow-ups whose watch ended', HOWS)
  const notSent = counter('not_sent', 'Follow-ups that were cancelled or refused before delivery', REASONS)
  const slackAnswers = counter('slack_answers', 'Calls of the Web API of Slack', SLACK_KINDS)
  const agentBusy = counter('agent_busy', 'Answers of the agent service with status 429')
  new Counter({
    name: `${PREFIX}event_loop_busy_seconds_total`,
    help: 'For how long the event loop had something to do',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(performance.eventLoopUtilization().active / 1_000)
    }
  })

  function histogram(name: string, help: string, buckets = WITHIN_HOURS) {
    const made = new Histogram({ name: `${PREFIX}${name}_seconds`, help, buckets, registers: [registry] })
    return (ms: number) => made.observe(Math.max(ms, 0) / 1_000)
  }
  const sentAfter = histogram('send', 'From when it was written, or was to go out, to the send')
  const durations = {
    acknowledgement: histogram('acknowledgement', 'From its arrival to its acknowledgement', WITHIN_SECONDS),
    result: histogram('result', 'From when its end was known to its result in Slack'),
    lookLag: histogram('look_lag', 'How much later than planned a job was looked at')
  }

  function count({ before, after }: Move): void {
    const { progress } = after
    if (before.progress.state === progress.state) return
    if (progress.state === 'ended') ended.inc({ how: progress.how })
    if (progress.state === 'dropped') notSent.inc({ reason: progress.reason })
    if (progress.state !== 'watching' || before.progress.state === 'ended') return
    const outcome = isInDoubt(after) ? maybe : sent
    outcome.inc()
    sentAfter(progress.sentAtMs - after.inLineAtMs)
  }

  const leftOf = async ({ projectId, hourlyLimit }: Known['projects'][number]) =>
    (await readBudget(database, { projectId, nowMs: now() }, hourlyLimit)).left
  const findStand = createQuickMemory(async () => ({
    underWay: await countUnderWay(database, ids),
    left: Math.min(...(await Promise.all(projects.map(leftOf)))),
    due: await findDue(database, ids, TASKS, now())
  }))

  return {
    accepted: (sql: Sql, number: number): void => sql.atEnd?.(isStored => isStored && accepted.inc(number)),
    moved: (sql: Sql, moves: Move[]): void => sql.atEnd?.(isStored => isStored && moves.forEach(count)),
    slackAnswered: (...[method, outcome]: Parameters<OnAnswer>): void => slackAnswers.inc({ method, outcome }),
    agentWasBusy: (): void => agentBusy.inc(),
    took: (what: keyof typeof durations, ms: number): void => durations[what](ms),
    async scrape(isReady: boolean): Promise<string> {
      const stand = await findStand()
      // Anew each time: what cannot be asked just now is left out, not repeated.
      const asked = new Registry()
      function gauge(name: string, help: string, of: (value: string) => number | undefined, label = '', values = ['']) {
        const labelNames = label ? [label] : []
        const made = new Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers: [asked] })
        for (const value of values) made.set(label ? { [label]: value } : {}, of(value) ?? 0)
      }
      const open = database.connections()
      gauge('ready', 'Whether /readyz answers 200', () => Number(isReady))
      gauge('database_connections', 'Those for tasks', state => open[state], 'state', Object.keys(open))
      if (stand) {
        gauge('waiting', 'Follow-ups that wait', why => stand.underWay.get(why), 'reason', WAITS)
        gauge('watched', 'Follow-ups that are watched', () => stand.underWay.get('watching'))
        gauge('budget_left', 'Sends that are left of the hour, in the project with the fewest', () => stand.left)
        gauge('tasks_due', 'Tasks that no process has taken yet', task => stand.due.get(task)?.count, 'task', TASKS)
        gauge('oldest_due_task_seconds', 'Age of the oldest', task => stand.due.get(task)?.seconds, 'task', TASKS)
      }
      return (await registry.metrics()) + (await asked.metrics())
    }
  }
}

/** A bot with one line that is not as it should be. */
export type BrokenBot = { does: string; file: string; was: string; is: string }

const SEND = 'followups/model/decide-send.ts'
const IN_DOUBT = 'return watch(followup, {}, sent.why)'
const READ = 'followups/inbox/read-message.ts'
const STANDING = 'followups/model/standing.ts'

export const BROKEN_BOTS: BrokenBot[] = [
  {
    does: 'sends again what may have arrived',
    file: SEND,
    was: IN_DOUBT,
    is: `return hold(followup, 'unreachable', undefined, moment)`
  },
  {
    does: 'gives back what may have arrived',
    file: SEND,
    was: IN_DOUBT,
    is: `return reject(followup, { reason: 'unreachable' }, moment.nowMs)`
  },
  {
    does: 'takes for delivered what may have arrived',
    file: SEND,
    was: IN_DOUBT,
    is: 'return watch(followup, {})'
  },
  {
    does: 'tells what finished as failed',
    file: 'followups/views/result.ts',
    was: `if (how === 'failed') return`,
    is: 'if (true) return'
  },
  {
    does: 'takes for delivered what came too often',
    file: SEND,
    was: `return hold(followup, 'busy', gateOpensMs, moment)`,
    is: 'return watch(followup, {})'
  },
  {
    does: 'takes for delivered what was refused',
    file: SEND,
    was: 'return reject(followup, sent, moment.nowMs)',
    is: 'return watch(followup, {})'
  },
  {
    does: 'sends what was deleted',
    file: SEND,
    was: 'if (!isCancelled(progress)) return cancel(followup, {}, nowMs)',
    is: 'if (!isCancelled(progress)) return undefined'
  },
  {
    does: 'sends an hour early',
    file: 'followups/sending/send-followup.ts',
    was: 'if (notBeforeMs > now()) {',
    is: 'if (notBeforeMs > now() + 3_600_000) {'
  },
  {
    does: 'releases an hour early',
    file: 'followups/sending/send-followup.ts',
    was: 'untilMs > nowMs ? []',
    is: 'untilMs > nowMs + 3_600_000 ? []'
  },
  {
    does: 'tells no results',
    file: 'followups/views/schedule-views.ts',
    was: 'if (views.length === 0) return',
    is: 'if (views.length === 0 || views.some(({ id }) => isResult(id))) return'
  },
  {
    does: 'waits a year for a service that is away',
    file: SEND,
    was: 'untilMs ?? nowMs + backoffMs(tries, random)',
    is: 'nowMs + 365 * 86_400_000'
  },
  {
    does: 'looks at a job a year later',
    file: 'followups/schedule-look.ts',
    was: 'const lookNumber =',
    is: 'atMs += 365 * 86_400_000; const lookNumber ='
  },
  {
    does: 'tells failures as finished',
    file: 'followups/views/result.ts',
    was: `if (how === 'failed') return`,
    is: 'if (false) return'
  },
  {
    does: 'sends all to one job',
    file: 'agent/agent-client.ts',
    was: 'encodeURIComponent(job.jobId)',
    is: `'job_a'`
  },
  {
    does: 'takes every rest for an end',
    file: 'followups/model/evidence.ts',
    was: `const isProven = evidence.worked === 'seen' ||`,
    is: 'const isProven = true ||'
  },
  {
    does: 'takes any difference for the work of what may have arrived',
    file: 'followups/model/evidence.ts',
    was: 'if (!isSure && (isMixed || known.linkInDoubt || known.baseline === undefined))',
    is: 'if (false)'
  },
  {
    does: 'tells one end to all that it watches',
    file: 'followups/model/decide-watch.ts',
    was: '(isSure(one) ? at <= last : one.end !== undefined)',
    is: '(at >= 0 && last >= -1 && isOver)'
  },
  {
    does: 'posts again without a look',
    file: 'slack/outbox.ts',
    was: 'claim.inDoubt && (await findEarlier(deps, claim, claim.inDoubt))',
    is: 'undefined'
  },
  {
    does: 'sends the words before an edit',
    file: READ,
    was: 'mayHaveArrived(followup) ? undefined : cancel(followup, {}, nowMs)',
    is: 'undefined'
  },
  {
    does: 'passes over replies that were edited',
    file: READ,
    was: 'answerChange(deps, message, before) : receive(deps, message)',
    is: 'answerChange(deps, message, before) : before ? passOver(deps, message) : receive(deps, message)'
  },
  {
    does: 'passes over mentions',
    file: READ,
    was: 'return act(deps, message, intent)\n  const jobId',
    is: 'return passOver(deps, message)\n  const jobId'
  },
  {
    does: 'passes over replies',
    file: READ,
    was: 'return act(deps, message, intent, thread)',
    is: 'return passOver(deps, message)'
  },
  {
    does: 'tells nobody why nothing was sent',
    file: 'followups/inbox/settle-message.ts',
    was: 'await tellAuthorOf(deps, message, answer)\n  await passOver(deps, message)',
    is: 'await passOver(deps, message)'
  },
  {
    does: 'forgets every third command',
    file: 'followups/sending/store-commands.ts',
    was: 'const followups = commands.map(',
    is: 'const followups = (nowMs % 3 > 0 ? commands : []).map('
  },
  {
    does: 'marks as done what was sent',
    file: STANDING,
    was: `sent: { icon: '⏳', mark: 'incoming_envelope'`,
    is: `sent: { icon: '⏳', mark: 'white_check_mark'`
  },
  {
    does: 'marks as done what failed to arrive',
    file: STANDING,
    was: `rejected: { icon: '❌', mark: 'x'`,
    is: `rejected: { icon: '❌', mark: 'white_check_mark'`
  },
  {
    does: 'marks as done what may have arrived',
    file: STANDING,
    was: `'in doubt': { icon: '⚠️', mark: 'warning'`,
    is: `'in doubt': { icon: '⚠️', mark: 'white_check_mark'`
  },
  {
    does: 'lets some people go first',
    file: 'followups/stores/line-store.ts',
    was: "state <> 'sending', ",
    is: "state <> 'sending', requester_id desc, "
  },
  {
    does: 'marks as sent what is held',
    file: STANDING,
    was: `held: { icon: '⏸', mark: 'double_vertical_bar'`,
    is: `held: { icon: '⏸', mark: 'incoming_envelope'`
  },
  {
    does: 'marks as sent what waits for its time',
    file: STANDING,
    was: `scheduled: { icon: '⏰', mark: 'alarm_clock'`,
    is: `scheduled: { icon: '⏰', mark: 'incoming_envelope'`
  }
]

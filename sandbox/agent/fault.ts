import { z } from 'zod'
import { createFaultList, timesSchema } from '../shared/fault-list.ts'

export const faultKinds = [
  'malformed json',
  'wrong shape',
  'empty 200',
  'missing status',
  'unknown status',
  'other job',
  'huge body',
  'html 200',
  'html 502',
  'redirect',
  'slow headers',
  'slow body',
  'hang',
  'reset before read',
  'reset after processing',
  'cut mid-body'
] as const
type FaultKind = (typeof faultKinds)[number]

/** The other kinds show only after the message has been accepted. */
const unprocessedKinds: ReadonlySet<FaultKind> = new Set([
  'html 200',
  'html 502',
  'redirect',
  'hang',
  'reset before read'
])

export const faultTargetSchema = z.enum(['send', 'read', 'any'])
type FaultTarget = z.infer<typeof faultTargetSchema>

const shared = {
  times: timesSchema.optional(),
  /** Only requests for this job. */
  jobId: z.string().optional(),
  /** Whether a send is accepted, and shows in sends(), before the fault shows. */
  processed: z.boolean().optional()
}

const statusFaultSchema = z.strictObject({
  ...shared,
  status: z.int().min(200).max(599),
  /** Sent as it is: '30', an HTTP date, 'soon', '0', '-5'. */
  retryAfter: z.string().optional(),
  body: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Real milliseconds before the answer. */
  delayMs: z.number().nonnegative().optional()
})

const kindFaultSchema = z.strictObject({
  ...shared,
  kind: z.enum(faultKinds),
  /** 'unknown status': the status shown. */
  value: z.string().optional(),
  /** 'huge body': its size, 10 MB by default. */
  bytes: z.int().positive().optional(),
  /** 'slow headers' and 'slow body': real milliseconds until the answer is complete, 30 s by default. */
  delayMs: z.number().nonnegative().optional(),
  /** 'redirect': 307 by default, and to the trap by default. */
  status: z.int().min(300).max(399).optional(),
  location: z.string().optional()
})

export const faultSchema = z.union([kindFaultSchema, statusFaultSchema])
export type Fault = z.infer<typeof faultSchema>

export function isProcessed(fault: Fault): boolean {
  return fault.processed ?? ('kind' in fault && !unprocessedKinds.has(fault.kind))
}

export function toFaultLabel(fault: Fault): string {
  return 'kind' in fault ? fault.kind : `status ${fault.status}`
}

/** The headers a fault asks for. */
export function toHeaders(fault: Fault): Record<string, string> {
  if ('kind' in fault) return fault.location === undefined ? {} : { location: fault.location }
  return fault.retryAfter === undefined ? { ...fault.headers } : { 'retry-after': fault.retryAfter, ...fault.headers }
}

type FaultChoice = (asked: 'send' | 'read', jobId: string) => Fault | undefined
export type AgentFaults = ReturnType<typeof createAgentFaults>

/** Faults for sends or reads, of all jobs or of one; what meets none may be given one by chance. */
export function createAgentFaults() {
  const faults = createFaultList<FaultTarget, Fault>()
  let choose: FaultChoice = () => undefined

  return {
    list: () => faults.list().map(item => ({ ...item, label: toFaultLabel(item.fault) })),
    add: (target: FaultTarget, fault: Fault): string => faults.add(target, faultSchema.parse(fault)),
    take: (asked: 'send' | 'read', jobId: string): Fault | undefined =>
      faults.take(
        ({ target, fault }) =>
          (target === 'any' || target === asked) && (fault.jobId === undefined || fault.jobId === jobId)
      ) ?? choose(asked, jobId),
    chooseWith(next: FaultChoice): void {
      choose = next
    },

    clear(id?: string): void {
      if (id === undefined) choose = () => undefined
      faults.clear(id)
    }
  }
}

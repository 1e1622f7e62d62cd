import { z } from 'zod'

/** Each kind, and whether the message counts as processed before it shows unless the fault says otherwise. */
const processedByDefault = {
  'malformed json': true,
  'wrong shape': true,
  'empty 200': true,
  'missing status': true,
  'unknown status': true,
  'other job': true,
  'huge body': true,
  'html 200': false,
  'html 502': false,
  redirect: false,
  'slow headers': true,
  'slow body': true,
  hang: false,
  'reset before read': false,
  'reset after processing': true,
  'cut mid-body': true
} as const

const kinds = [
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
] as const satisfies (keyof typeof processedByDefault)[]
export const faultKinds: readonly FaultKind[] = kinds
export type FaultKind = (typeof kinds)[number]

export const faultTargetSchema = z.enum(['send', 'read', 'any'])
export type FaultTarget = z.infer<typeof faultTargetSchema>

const shared = {
  times: z.union([z.int().positive(), z.literal('until cleared')]).optional(),
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
  kind: z.enum(kinds),
  /** 'unknown status': the status shown. */
  value: z.string().optional(),
  /** 'huge body': its size, 10 MB unless told. */
  bytes: z.int().positive().optional(),
  /** 'slow headers' and 'slow body': real milliseconds until the answer is complete, 30 s unless told. */
  delayMs: z.number().nonnegative().optional(),
  /** 'redirect': 307 unless told, and the trap unless told. */
  status: z.int().min(300).max(399).optional(),
  location: z.string().optional()
})

export const faultSchema = z.union([kindFaultSchema, statusFaultSchema])
export type StatusFault = z.infer<typeof statusFaultSchema>
export type KindFault = z.infer<typeof kindFaultSchema>
export type Fault = z.infer<typeof faultSchema>

export function isProcessed(fault: Fault): boolean {
  if (fault.processed !== undefined) return fault.processed
  return 'kind' in fault ? processedByDefault[fault.kind] : false
}

export function toFaultLabel(fault: Fault): string {
  return 'kind' in fault ? fault.kind : `status ${fault.status}`
}

export function parseFault(input: Fault): Fault {
  const fault = faultSchema.parse(input)
  if (!('kind' in fault)) return fault
  if (fault.kind === 'reset before read' && fault.processed)
    throw new Error("Cannot set fault 'reset before read': the message is never read, so it cannot be processed")
  if (fault.kind === 'reset after processing' && fault.processed === false)
    throw new Error("Cannot set fault 'reset after processing': processed is false; use 'reset before read'")
  return fault
}

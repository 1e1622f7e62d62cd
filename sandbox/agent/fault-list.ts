import { type Fault, type FaultTarget, faultTargetSchema, isProcessed, parseFault, toFaultLabel } from './fault.ts'

export type PendingFault = {
  id: string
  target: FaultTarget
  label: string
  processed: boolean
  left: number | 'until cleared'
  fault: Fault
}
export type FaultChoice = (asked: 'send' | 'read', jobId: string) => Fault | undefined
export type FaultList = ReturnType<typeof createFaultList>

/** Faults in the order they were set: a request takes the first that fits it. */
export function createFaultList() {
  let pending: PendingFault[] = []
  let choose: FaultChoice = () => undefined
  let added = 0

  return {
    list: (): PendingFault[] => [...pending],

    add(target: FaultTarget, input: Fault): string {
      const fault = parseFault(input)
      added += 1
      pending.push({
        id: `fault_${added}`,
        target: faultTargetSchema.parse(target),
        label: toFaultLabel(fault),
        processed: isProcessed(fault),
        left: fault.times ?? 1,
        fault
      })
      return `fault_${added}`
    },

    take(asked: 'send' | 'read', jobId: string): Fault | undefined {
      const fits = (item: PendingFault): boolean =>
        (item.target === 'any' || item.target === asked) &&
        (item.fault.jobId === undefined || item.fault.jobId === jobId)
      const taken = pending.find(fits)
      if (!taken) {
        const chosen = choose(asked, jobId)
        return chosen && parseFault(chosen)
      }
      if (taken.left !== 'until cleared') {
        const left = taken.left - 1
        pending = pending.flatMap(item => (item !== taken ? [item] : left > 0 ? [{ ...taken, left }] : []))
      }
      return taken.fault
    },

    chooseWith(next: FaultChoice): void {
      choose = next
    },

    clear(id?: string): void {
      if (id === undefined) choose = () => undefined
      pending = id === undefined ? [] : pending.filter(item => item.id !== id)
    }
  }
}

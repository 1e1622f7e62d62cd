import { createFaultList } from '../shared/fault-list.ts'
import { type Fault, type FaultTarget, faultTargetSchema, isProcessed, parseFault, toFaultLabel } from './fault.ts'

export type FaultChoice = (asked: 'send' | 'read', jobId: string) => Fault | undefined
export type AgentFaults = ReturnType<typeof createAgentFaults>

/** Faults for sends or reads, of all jobs or of one; what meets none may be given one by chance. */
export function createAgentFaults() {
  const faults = createFaultList<FaultTarget, Fault>()
  let choose: FaultChoice = () => undefined

  return {
    list: () =>
      faults.list().map(item => ({ ...item, label: toFaultLabel(item.fault), processed: isProcessed(item.fault) })),

    add: (target: FaultTarget, fault: Fault): string => faults.add(faultTargetSchema.parse(target), parseFault(fault)),

    take(asked: 'send' | 'read', jobId: string): Fault | undefined {
      const taken = faults.take(
        ({ target, fault }) =>
          (target === 'any' || target === asked) && (fault.jobId === undefined || fault.jobId === jobId)
      )
      const chosen = taken ?? choose(asked, jobId)
      return chosen && parseFault(chosen)
    },

    chooseWith(next: FaultChoice): void {
      choose = next
    },

    clear(id?: string): void {
      if (id === undefined) choose = () => undefined
      faults.clear(id)
    }
  }
}

import { z } from 'zod'

/** How many requests a fault meets; one unless told. */
export const timesSchema = z.union([z.int().positive(), z.literal('until cleared')])
type Times = z.infer<typeof timesSchema>

/** Faults in the order they were set: a request takes the first that fits it. */
export function createFaultList<Target, Fault extends { times?: Times | undefined }>() {
  type Pending = { id: string; target: Target; left: Times; fault: Fault }
  let pending: Pending[] = []
  let added = 0

  return {
    list: (): Pending[] => pending.map(item => ({ ...item })),

    add(target: Target, fault: Fault): string {
      added += 1
      const id = `fault_${added}`
      pending.push({ id, target, left: fault.times ?? 1, fault })
      return id
    },

    take(fits: (item: Pending) => boolean): Fault | undefined {
      const taken = pending.find(fits)
      if (taken && taken.left !== 'until cleared') {
        taken.left -= 1
        pending = pending.filter(({ left }) => left !== 0)
      }
      return taken?.fault
    },

    clear(id?: string): void {
      pending = id === undefined ? [] : pending.filter(item => item.id !== id)
    }
  }
}

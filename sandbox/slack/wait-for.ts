import type { Changes } from './changes.ts'

type Something<Found> = Exclude<Found, undefined | null | false>
type Waiting<Found> = {
  onChange: Changes['onChange']
  look: () => Found
  describe: string
  inventory: () => string
  timeoutMs: number
}

/** Looks again at every change until it finds something; when it times out, says what was there instead. */
export function waitFor<Found>({
  onChange,
  look,
  describe,
  inventory,
  timeoutMs
}: Waiting<Found>): Promise<Something<Found>> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      forget()
      act()
    }
    const check = () => {
      try {
        const found = look()
        if (isSomething(found)) settle(() => resolve(found))
      } catch (error) {
        settle(() => reject(error))
      }
    }
    const timer = setTimeout(() => {
      settle(() => reject(new Error(`Waited ${timeoutMs} ms in vain for ${describe}. Slack shows:\n${inventory()}`)))
    }, timeoutMs)
    const forget = onChange(check)
    check()
  })
}

function isSomething<Found>(found: Found): found is Something<Found> {
  return found !== undefined && found !== null && found !== false
}

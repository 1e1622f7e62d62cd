import { TransientError } from '../errors.ts'

// PostgreSQL keeps a lock for each item, and has room for a few thousand.
const MOST_TOGETHER = 500

type Waiting<Item, Answer> = { item: Item; answer: (answer: Answer) => void; fail: (error: unknown) => void }

/** A `gather` that takes no time, but what is asked at the same moment goes along. */
export const atOnce = async (): Promise<void> => {}

/** Batches what arrives while others are in flight. A batch that is refused is retried in halves, so that one bad item fails alone. */
export function createLane<Item, Answer>(
  carryOut: (items: Item[]) => Promise<Answer[]>,
  /** What each batch waits for, so that more come together. Without it, the first item goes out on its own. */
  gather?: () => Promise<void>
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let isBusy = false

  async function work(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      if (gather) await gather()
      await carryOutTogether(waiting.splice(0, MOST_TOGETHER))
    }
    isBusy = false
  }

  async function carryOutTogether(together: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await carryOut(together.map(({ item }) => item))
      for (const [place, answer] of answers.entries()) together[place]?.answer(answer)
    } catch (error) {
      // A transient error is no item's fault, and the callers have no time to wait it out.
      if (together.length === 1 || error instanceof TransientError) {
        for (const { fail } of together) fail(error)
        return
      }
      const half = Math.ceil(together.length / 2)
      await carryOutTogether(together.slice(0, half))
      await carryOutTogether(together.slice(half))
    }
  }

  return item =>
    new Promise((answer, fail) => {
      waiting.push({ item, answer, fail })
      if (!isBusy) void work()
    })
}

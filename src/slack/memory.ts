/** Answers that were asked for, also those still under way: nobody asks for one twice. */
export type Memory<Answer> = {
  known(name: string): Promise<Answer> | undefined
  /** A failed answer is forgotten. */
  keep(name: string, answer: Promise<Answer>): Promise<Answer>
}

const MOST_REMEMBERED = 5_000

export function createMemory<Answer>(now: () => number, keptForMs: (answer: Answer) => number): Memory<Answer> {
  const remembered = new Map<string, { answer: Promise<Answer>; untilMs: number }>()

  return {
    known(name) {
      const kept = remembered.get(name)
      return kept && kept.untilMs > now() ? kept.answer : undefined
    },
    keep(name, answer) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      const kept = { answer, untilMs: Number.POSITIVE_INFINITY }
      remembered.set(name, kept)
      answer.then(
        told => {
          kept.untilMs = now() + keptForMs(told)
        },
        () => {
          kept.untilMs = 0
        }
      )
      return answer
    }
  }
}

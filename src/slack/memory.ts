const MOST_REMEMBERED = 5_000

/** Answers that were asked for, also those still under way: nobody asks for one twice. A failed answer is forgotten. */
export function createMemory<Answer>(now: () => number) {
  const remembered = new Map<string, { answer: Promise<Answer>; atMs: number }>()

  function known(name: string, forMs: number): Promise<Answer> | undefined {
    const kept = remembered.get(name)
    return kept && kept.atMs + forMs > now() ? kept.answer : undefined
  }

  function keep(name: string, answer: Promise<Answer>): Promise<Answer> {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const kept = { answer, atMs: Number.POSITIVE_INFINITY }
    remembered.set(name, kept)
    const end = (atMs: number) => {
      kept.atMs = atMs
    }
    answer.then(
      () => end(now()),
      () => end(Number.NEGATIVE_INFINITY)
    )
    return answer
  }

  return {
    known,
    find: (name: string, forMs: number, ask: () => Promise<Answer>) => known(name, forMs) ?? keep(name, ask())
  }
}

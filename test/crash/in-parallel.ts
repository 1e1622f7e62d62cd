/** Runs `act` for every item, a few at a time, and returns the results in order. Starts nothing more once `signal` is aborted. */
export async function inParallel<Item, Result>(
  items: Item[],
  lanes: number,
  act: (item: Item) => Promise<Result>,
  signal: AbortSignal
): Promise<Result[]> {
  const waiting = items.map((item, place) => ({ item, place }))
  const results: Result[] = []
  const work = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift())
      results[next.place] = await act(next.item)
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return results
}

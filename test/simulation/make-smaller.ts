/** Leaves out as much as it can, in ever smaller pieces, as long as what is left is still at fault. */
export async function makeSmaller<Step>(all: Step[], isAtFault: (some: Step[]) => Promise<boolean>): Promise<Step[]> {
  let left = all
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < left.length; ) {
      const fewer = left.toSpliced(from, size)
      if (await isAtFault(fewer)) left = fewer
      else from += size
    }
  return left
}

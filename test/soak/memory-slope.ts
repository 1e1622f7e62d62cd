/** Minutes since the start, and megabytes. */
export type Sample = [minute: number, mb: number]

/**
 * The least of each whole stretch of so many minutes, counted from the end. What a process has in use is a saw: it grows until
 * garbage is collected. Whether it keeps more and more shows where the teeth begin.
 */
export function floorOf(samples: Sample[], stretchMinutes: number): Sample[] {
  const [first = 0, last = 0] = [samples[0]?.[0], samples.at(-1)?.[0]]
  const whole = Math.floor((last - first) / stretchMinutes)
  const stretches = Map.groupBy(samples, ([minute]) => Math.min(Math.floor((last - minute) / stretchMinutes), whole))
  return Array.from({ length: whole }, (_, place) => stretches.get(whole - 1 - place) ?? []).flatMap(stretch =>
    stretch.toSorted(([, one], [, other]) => one - other).slice(0, 1)
  )
}

/** By how much a straight line through all samples rises in ten minutes, as a share of their mean. */
export function slopeInTenMinutes(samples: Sample[]): number {
  const mean = (place: 0 | 1) => samples.reduce((sum, sample) => sum + sample[place], 0) / samples.length
  const [minute, mb] = [mean(0), mean(1)]
  const together = samples.reduce((sum, [x, y]) => sum + (x - minute) * (y - mb), 0)
  const alone = samples.reduce((sum, [x]) => sum + (x - minute) ** 2, 0)
  return (10 * together) / alone / mb
}

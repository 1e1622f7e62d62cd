/** Minutes since the start, and megabytes. */
export type Sample = [minute: number, mb: number]

/** By how much a straight line through all samples rises in ten minutes, as a share of their mean. */
export function slopeInTenMinutes(samples: Sample[]): number {
  const mean = (place: 0 | 1) => samples.reduce((sum, sample) => sum + sample[place], 0) / samples.length
  const [minute, mb] = [mean(0), mean(1)]
  const together = samples.reduce((sum, [x, y]) => sum + (x - minute) * (y - mb), 0)
  const alone = samples.reduce((sum, [x]) => sum + (x - minute) ** 2, 0)
  return (10 * together) / alone / mb
}

/**
 * When there are more looks than can be made, the one that has been due longest goes first, so each begins `lagMs` after it was due.
 * That alone would stretch short waits more than long ones. Planned like this, each wait is stretched by the same factor, and all
 * of them together are planned for no earlier or later than before: `meanMs` is what a wait is on average.
 */
export function stretchedMs(waitMs: number, { lagMs, meanMs }: { lagMs: number; meanMs: number }): number {
  return Math.round(waitMs + lagMs * (waitMs / meanMs - 1))
}

/** For how long it kept the processor busy: unlike the time it took, that does not depend on what else the machine does. */
export function processorMs(act: () => void): number {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

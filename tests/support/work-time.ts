/**
 * Milliseconds of processor time that this process spends from now on, its threads included: unlike the clock on the
 * wall, it does not depend on what else the machine is doing.
 */
export function workTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

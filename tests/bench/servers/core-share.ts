import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

const groups = '/sys/fs/cgroup/cpu'
const period = 100_000

/**
 * Limits processes, their threads and the processes that they start to a share of a core; returns a function that removes
 * the group after they have ended. Linux with cgroups of version 1, root.
 */
export function holdTo(share: number, pids: readonly number[]): () => void {
  if (!existsSync(`${groups}/cpu.cfs_quota_us`))
    throw new Error(`Processes can be held to a share only by ${groups}, which this machine does not have`)
  const group = `${groups}/account-${pids[0]}`
  mkdirSync(group)
  writeFileSync(`${group}/cpu.cfs_period_us`, `${period}`)
  writeFileSync(`${group}/cpu.cfs_quota_us`, `${share * period}`)
  for (const pid of pids) writeFileSync(`${group}/cgroup.procs`, `${pid}`)
  return () => rmdirSync(group)
}

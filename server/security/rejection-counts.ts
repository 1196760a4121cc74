import type { AuditAction, AuditProblem } from '#contract/people/audit.ts'

type Count = { action: AuditAction; problem: AuditProblem; count: number }

const counts = new Map<string, Count>()

/** Counts a refused action, also one that the limits of the audit log leave out. */
export function countRejection(action: AuditAction, problem: AuditProblem): void {
  const key = `${action} ${problem}`
  const known = counts.get(key) ?? { action, problem, count: 0 }
  counts.set(key, { ...known, count: known.count + 1 })
}

/** Refused actions of this process since its start. */
export function rejectionCounts(): readonly Count[] {
  return [...counts.values()]
}

import { and, eq, gt, sql } from 'drizzle-orm'
import type { AuditAction, AuditProblem } from '#contract/audit.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { presentAsker } from './asker.ts'

export type AuditFact = {
  at: Date
  action: AuditAction
  /** Whom it is about; null where nobody is known by what was typed. */
  subjectId: string | null
  /** Where it is not whoever makes the request: that one, and the place and device, are known without being told. */
  actorId?: string | null
  /** What exactly; never a secret, nor what was typed in the place of one. */
  detail?: string | null
  /** In a person's own words. */
  reason?: string | null
  address?: string | null
  command?: string | undefined
  impersonationId?: string
  problem?: AuditProblem
}

/** Call it with the transaction that makes the change, so that neither stands without the other (D-37). */
export async function audit(database: Database, ...facts: AuditFact[]): Promise<void> {
  if (facts.length === 0) return
  const asker = presentAsker()
  for (let next = 0; next < facts.length; next += mostAtOnce) {
    const some = facts.slice(next, next + mostAtOnce)
    await database.insert(auditEntries).values(some.map((fact) => ({ ...asker, ...fact })))
  }
}

/** A statement takes 65 535 parameters. */
const mostAtOnce = 1000

/** For how long one refusal of what is shut stands for all that follow it. */
const hammering = 60_000
const shut: ReadonlySet<AuditProblem> = new Set(['too-many-requests', 'codes-spent', 'factor-locked', 'code-over'])

/**
 * Of what did not come about: call it with the database, outside of any transaction, since what a refusal takes back
 * must not take this. Who goes on trying what is shut writes a line a minute, not a line a try.
 */
export async function auditRefusal(database: Database, fact: AuditFact & { problem: AuditProblem }): Promise<void> {
  if (!shut.has(fact.problem)) return audit(database, fact)
  const { address } = presentAsker()
  const { at, action, problem, subjectId } = fact
  const known = await database.$count(
    auditEntries,
    and(
      gt(auditEntries.at, new Date(at.getTime() - hammering)),
      eq(auditEntries.action, action),
      eq(auditEntries.problem, problem),
      sql`${auditEntries.subjectId} is not distinct from ${subjectId}`,
      sql`${auditEntries.address} is not distinct from ${address}`,
    ),
  )
  if (known === 0) await audit(database, fact)
}

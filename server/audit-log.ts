import { and, eq, sql } from 'drizzle-orm'
import type { AuditAction, AuditProblem } from '#contract/people/audit.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { currentRequestContext } from './request-context.ts'
import { isWithin } from './time-left.ts'

export type AuditEvent = {
  at: Date
  action: AuditAction
  /** The affected user; null if the input identifies no user. */
  subjectId: string | null
  /** Only if it is not the user of the current request. Actor, address and device come from the request context. */
  actorId?: string | null
  /** Details. Must never hold secrets or user input that may be one. */
  detail?: string | null
  /** Free text by the user. */
  reason?: string | null
  address?: string | null
  command?: string | undefined
  impersonationId?: string
  problem?: AuditProblem
}

/** Writes audit entries. Pass the transaction that makes the change, so that both are committed together (D-37). */
export async function audit(database: Database, ...events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  const context = currentRequestContext()
  const rows = events.map((event) => {
    const { at, action, subjectId, detail, reason, command, problem, impersonationId, actorId, address } = event
    return {
      ...{ at, action, subject_id: subjectId, detail, reason, command, problem, impersonation_id: impersonationId },
      actor_id: actorId === undefined ? context.actorId : actorId,
      address: address === undefined ? context.address : address,
      ...{ browser: context.browser, system: context.system, request_id: context.requestId },
    }
  })
  for (let start = 0; start < rows.length; start += maxRowsPerStatement)
    await database.execute(sql`
      insert into ${auditEntries} (${columns}) select ${columns}
      from json_populate_recordset(null::${auditEntries}, ${JSON.stringify(rows.slice(start, start + maxRowsPerStatement))}::json)
    `)
}

const columns = sql.raw(
  'at, action, subject_id, detail, reason, command, problem, impersonation_id, actor_id, address, browser, system, request_id',
)

/** One parameter: an import gives roles to tens of thousands of people. */
const maxRowsPerStatement = 5000

/** Milliseconds for which repeated rejections by a limit are not written again. */
const repetitionInterval = 60_000
const limitProblems: ReadonlySet<AuditProblem> = new Set([
  'too-many-requests',
  'codes-spent',
  'factor-locked',
  'code-over',
])

/**
 * Writes a rejected action. Pass the database, not a transaction: the rollback of the rejection must keep this entry.
 * Rejections by a limit are written once a minute.
 */
export async function auditRejection(database: Database, event: AuditEvent & { problem: AuditProblem }): Promise<void> {
  if (!limitProblems.has(event.problem)) return audit(database, event)
  const { address } = currentRequestContext()
  const { at, action, problem, subjectId } = event
  const known = await database.$count(
    auditEntries,
    and(
      isWithin(auditEntries.at, repetitionInterval, at),
      eq(auditEntries.action, action),
      eq(auditEntries.problem, problem),
      sql`${auditEntries.subjectId} is not distinct from ${subjectId}`,
      sql`${auditEntries.address} is not distinct from ${address}`,
    ),
  )
  if (known === 0) await audit(database, event)
}

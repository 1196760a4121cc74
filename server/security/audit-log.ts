import { sql } from 'drizzle-orm'
import type { AuditAction, AuditProblem } from '#contract/people/audit.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { currentRequestContext } from '#server/http/request-context.ts'
import { consume, networkOfAddress } from './rate-limit-counters.ts'
import { countRejection } from './rejection-counts.ts'

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
      at,
      action,
      subject_id: subjectId,
      detail,
      reason,
      command,
      problem,
      impersonation_id: impersonationId,
      actor_id: actorId === undefined ? context.actorId : actorId,
      address: address === undefined ? context.address : address,
      browser: context.browser,
      system: context.system,
      request_id: context.requestId,
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

const limitProblems: ReadonlySet<AuditProblem> = new Set([
  'too-many-requests',
  'code-limit-reached',
  'factor-locked',
  'code-expired',
])

/** Rejections of visitors that are written in a minute: of one kind from one network, and in all. */
const maxPerMinute = { ofKind: 10, ofKnown: 600, ofUnknown: 60 }

/**
 * Writes a rejected action. Pass the database, not a transaction: the rollback of the rejection must keep this entry.
 * Rejections by a limit are written once a minute. Those of visitors, whom nothing else limits, are limited too; one entry
 * `too-many-requests` a minute stands for the rest.
 */
export async function auditRejection(database: Database, event: AuditEvent & { problem: AuditProblem }): Promise<void> {
  const { actorId, address } = currentRequestContext()
  const { at, action, problem, subjectId } = event
  countRejection(action, problem)
  const isOver = async (limit: string, key: string, max: number) =>
    (await consume(database, [{ limit: `audit-${limit}`, key, max, seconds: 60 }], at)) !== null
  const isOfLimit = limitProblems.has(problem)
  const isOfVisitor = actorId === null && !event.actorId
  if (!isOfLimit && !isOfVisitor) return audit(database, event)
  const kind = JSON.stringify([action, problem, subjectId, address && networkOfAddress(address)])
  const isRepeated = await isOver('kind', kind, isOfLimit ? 1 : maxPerMinute.ofKind)
  if (isRepeated && isOfLimit) return
  const whose = subjectId === null ? 'ofUnknown' : 'ofKnown'
  const isOmitted = isRepeated || (isOfVisitor && (await isOver(whose, '', maxPerMinute[whose])))
  if (!isOmitted) return audit(database, event)
  if (await isOver('omitted', isRepeated ? kind : whose, 1)) return
  await audit(database, { ...event, problem: 'too-many-requests', detail: null })
}

import { and, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, union } from 'drizzle-orm/pg-core'
import type { listAudit } from '#contract/admin.ts'
import type { AuditAction, AuditProblem } from '#contract/audit.ts'
import type { AnswerOf } from '#contract/call.ts'
import { addDays, instantAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries, auditKindOf } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { spokenName } from '#server/identity/person.ts'
import type { Asked } from '#server/plugins/calls.ts'
import { isFound, searchQuery } from './search.ts'

const pageSize = 50
/** Nobody leafs further than this, and counting on would cost more than reading. */
const counted = 10_000
const actors = alias(users, 'actors')
const subjects = alias(users, 'subjects')

type Filter = Asked<typeof listAudit>['query']

/** One page of the log, newest first. */
export async function auditList(
  database: Database,
  { page, ...filter }: Filter,
  timeZone: string,
): Promise<AnswerOf<typeof listAudit>> {
  const fits = conditionOf(database, filter, timeZone)
  const first = database.select({ one: sql`1` }).from(auditEntries).where(fits).limit(counted)
  const total = await database.$count(sql`(${first}) as first`)
  const rows = await database
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      action: auditEntries.action,
      actor: { id: actors.id, firstName: actors.firstName, lastName: actors.lastName },
      subject: { id: subjects.id, firstName: subjects.firstName, lastName: subjects.lastName },
      command: auditEntries.command,
      reason: auditEntries.reason,
      detail: auditEntries.detail,
      address: auditEntries.address,
      browser: auditEntries.browser,
      system: auditEntries.system,
      requestId: auditEntries.requestId,
      problem: auditEntries.problem,
    })
    .from(auditEntries)
    .leftJoin(actors, eq(actors.id, auditEntries.actorId))
    .leftJoin(subjects, eq(subjects.id, auditEntries.subjectId))
    .where(fits)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return {
    items: rows.map(({ at, action, actor, subject, problem, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      action: action as AuditAction,
      actor: actor && { id: actor.id, name: spokenName(actor) },
      subject: subject && { id: subject.id, name: spokenName(subject) },
      problem: problem as AuditProblem | null,
    })),
    total,
    page,
    pageSize,
  }
}

function conditionOf(
  database: Database,
  { search = '', kind, outcome, actor, subject, from, to }: Omit<Filter, 'page'>,
  timeZone: string,
) {
  const { at, action, actorId, subjectId, problem } = auditEntries
  return and(
    speaksOf(database, search.trim()),
    kind && eq(auditKindOf(action), kind),
    outcome && (outcome === 'done' ? isNull(problem) : isNotNull(problem)),
    actor === undefined ? undefined : eq(actorId, actor),
    subject === undefined ? undefined : eq(subjectId, subject),
    from === undefined ? undefined : gte(at, instantAt(from, '00:00', timeZone)),
    to === undefined ? undefined : lt(at, instantAt(addDays(to, 1), '00:00', timeZone)),
  )
}

/** Of a person by name, email or phone; or in the words of the reason. Each by an index of its own, hence no `or`. */
function speaksOf(database: Database, search: string): SQL | undefined {
  if (search === '') return undefined
  const query = searchQuery(search)
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const entries = (condition: SQL | undefined) =>
    database.select({ id: auditEntries.id }).from(auditEntries).where(condition)
  const inReason = entries(and(isNotNull(auditEntries.reason), ilike(auditEntries.reason, pattern)))
  if (query === null) return inArray(auditEntries.id, inReason)
  const found = database.select({ id: users.id }).from(users).where(isFound(query))
  const named = (column: PgColumn) => entries(inArray(column, found))
  return inArray(auditEntries.id, union(named(auditEntries.actorId), named(auditEntries.subjectId), inReason))
}

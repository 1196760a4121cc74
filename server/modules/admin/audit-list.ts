import { and, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
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
  const fits = and(await speaksOf(database, filter.search?.trim() ?? ''), conditionOf(filter, timeZone))
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

function conditionOf({ kind, outcome, actor, subject, from, to }: Omit<Filter, 'page' | 'search'>, timeZone: string) {
  const { at, action, actorId, subjectId, problem } = auditEntries
  return and(
    kind && eq(auditKindOf(action), kind),
    outcome && (outcome === 'done' ? isNull(problem) : isNotNull(problem)),
    actor === undefined ? undefined : eq(actorId, actor),
    subject === undefined ? undefined : eq(subjectId, subject),
    from === undefined ? undefined : gte(at, instantAt(from, '00:00', timeZone)),
    to === undefined ? undefined : lt(at, instantAt(addDays(to, 1), '00:00', timeZone)),
  )
}

/** So many people's entries are gathered one by one; of more there are enough among the newest. */
const few = 200

/** Of a person by name, email or phone; or in the words of the reason. */
async function speaksOf(database: Database, search: string): Promise<SQL | undefined> {
  if (search === '') return undefined
  const { id, actorId, subjectId, reason } = auditEntries
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const isInReason = and(isNotNull(reason), ilike(reason, pattern))
  const query = searchQuery(search)
  if (query === null) return isInReason
  const found = () => database.select({ id: users.id }).from(users).where(isFound(query))
  const people = (await found().limit(few + 1)).map((person) => person.id)
  // Common words by the order of the log, which ends soon; rare ones by an index each, which an `or` would not take.
  if (people.length > few) return or(inArray(actorId, found()), inArray(subjectId, found()), isInReason)
  const entries = (condition: SQL | undefined) => database.select({ id }).from(auditEntries).where(condition)
  return inArray(id, union(entries(inArray(actorId, people)), entries(inArray(subjectId, people)), entries(isInReason)))
}

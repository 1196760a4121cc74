import { and, desc, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { listAudit } from '#contract/admin.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { AuditAction } from '#contract/enumerations.ts'
import type { ProblemType } from '#contract/problem.ts'
import { addDays, instantAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { spokenName } from '#server/identity/person.ts'
import type { Asked } from '#server/plugins/calls.ts'
import { isFound, searchQuery } from './search.ts'

const pageSize = 50
const actors = alias(users, 'actors')
const subjects = alias(users, 'subjects')

type Filter = Asked<typeof listAudit>['query']

/** One page of the log, newest first. */
export async function auditList(
  database: Database,
  { page, ...filter }: Filter,
  timeZone: string,
): Promise<AnswerOf<typeof listAudit>> {
  const fits = conditionOf(filter, timeZone)
  const found = database
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      action: auditEntries.action,
      actor: { id: actors.id, firstName: actors.firstName, lastName: actors.lastName },
      subject: { id: subjects.id, firstName: subjects.firstName, lastName: subjects.lastName },
      reason: auditEntries.reason,
      address: auditEntries.address,
      problem: auditEntries.problem,
    })
    .from(auditEntries)
    .leftJoin(actors, eq(actors.id, auditEntries.actorId))
    .leftJoin(subjects, eq(subjects.id, auditEntries.subjectId))
    .where(fits)
  const total = await database.$count(sql`(${found}) as found`)
  const rows = await found
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
      problem: problem as ProblemType | null,
    })),
    total,
    page,
    pageSize,
  }
}

function conditionOf({ search = '', action, actor, subject, from, to }: Omit<Filter, 'page'>, timeZone: string) {
  const { at, actorId, subjectId } = auditEntries
  return and(
    speaksOf(search.trim()),
    action && eq(auditEntries.action, action),
    actor === undefined ? undefined : eq(actorId, actor),
    subject === undefined ? undefined : eq(subjectId, subject),
    from === undefined ? undefined : gte(at, instantAt(from, '00:00', timeZone)),
    to === undefined ? undefined : lt(at, instantAt(addDays(to, 1), '00:00', timeZone)),
  )
}

/** Of a person by name, email or phone; or in the words of the reason. */
function speaksOf(search: string): SQL | undefined {
  if (search === '') return undefined
  const query = searchQuery(search)
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return or(
    ilike(auditEntries.reason, pattern),
    query === null ? undefined : isFound(query, actors.searchWords),
    query === null ? undefined : isFound(query, subjects.searchWords),
  )
}

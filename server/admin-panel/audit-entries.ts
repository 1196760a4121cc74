import { and, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/call.ts'
import { auditKinds, auditKindsOfSignIns } from '#contract/enumerations.ts'
import type { listAudit } from '#contract/people/admin.ts'
import { type AuditAction, type AuditProblem, matchFailures } from '#contract/people/audit.ts'
import { displayName } from '#contract/people/names.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries, auditKindOf } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { addDays, zonedInstant } from '#server/time/calendar-days.ts'
import { matchesSearch, parseSearch, toTsQuery } from './people-search.ts'

/** Entries are counted up to this number; counting further is expensive. */
const counted = 10_000
const actors = alias(users, 'actors')
const subjects = alias(users, 'subjects')

type Filter = CallInput<typeof listAudit>['query']

/** One page of the audit log, newest first. */
export async function findAuditEntries(
  database: Database,
  { page, ...filter }: Filter,
  timeZone: string,
  pageSize = 50,
): Promise<AnswerOf<typeof listAudit>> {
  const fits = and(await concernsPerson(database, filter.search?.trim() ?? ''), conditionOf(filter, timeZone))
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
      actor: actor && { id: actor.id, name: displayName(actor) },
      subject: subject && { id: subject.id, name: displayName(subject) },
      problem: problem as AuditProblem | null,
    })),
    total,
    page,
    pageSize,
  }
}

function conditionOf(
  { kind, outcome, reason, actor, subject, from, to }: Omit<Filter, 'page' | 'search'>,
  timeZone: string,
) {
  const { at, actorId, subjectId, problem } = auditEntries
  return and(
    kind && isOfKind(kind),
    outcome && (outcome === 'done' ? isNull(problem) : isNotNull(problem)),
    reason === undefined ? undefined : hasReason(reason),
    actor === undefined ? undefined : eq(actorId, actor),
    subject === undefined ? undefined : eq(subjectId, subject),
    from === undefined ? undefined : gte(at, zonedInstant(from, '00:00', timeZone)),
    to === undefined ? undefined : lt(at, zonedInstant(addDays(to, 1), '00:00', timeZone)),
  )
}

/** The kinds are named one by one, because the index knows equality only. */
function isOfKind(kind: NonNullable<Filter['kind']>): SQL {
  const kindOfEntry = auditKindOf(auditEntries.action)
  if (kind !== 'except-sign-ins') return eq(kindOfEntry, kind)
  const others = auditKinds.filter((one) => !auditKindsOfSignIns.some((signIn) => signIn === one))
  return inArray(kindOfEntry, others)
}

function hasReason(reason: string): SQL | undefined {
  const { action, detail, problem } = auditEntries
  if (!matchFailures.some((failure) => failure === reason)) return eq(problem, reason)
  return and(eq(auditKindOf(action), 'session'), eq(action, 'session.match-failed'), eq(detail, reason))
}

/** Up to this number of matching users their entries are read by index. */
const few = 200

/** Search condition: user by name, email or phone, or text of the reason. */
async function concernsPerson(database: Database, search: string): Promise<SQL | undefined> {
  if (search === '') return undefined
  const { id, actorId, subjectId, reason } = auditEntries
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const isInReason = and(isNotNull(reason), ilike(reason, pattern))
  const query = toTsQuery(parseSearch(search))
  if (query === null) return isInReason
  const found = () => database.select({ id: users.id }).from(users).where(matchesSearch(query))
  const people = (await found().limit(few + 1)).map((person) => person.id)
  // Common words: scan in log order, which ends early. Rare words: one index scan each, because `or` would use no
  // index.
  if (people.length > few) return or(inArray(actorId, found()), inArray(subjectId, found()), isInReason)
  const entries = (condition: SQL | undefined) => database.select({ id }).from(auditEntries).where(condition)
  return inArray(id, union(entries(inArray(actorId, people)), entries(inArray(subjectId, people)), entries(isInReason)))
}

import { randomUUID } from 'node:crypto'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { GetCall } from '#contract/call-changes.ts'
import { rightsOfCalls } from '#contract/people/call-rights.ts'
import type { NeededRight } from '#contract/people/guardian-rights.ts'
import { type AnnouncedCollection, callsChangedByRecord } from '#contract/record-changes.ts'
import { rolesOfCheck } from '#contract/roles.ts'
import { guardiansOfAll } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { userRoles } from '#server/db/schema/people.ts'
import { currentRequestContext } from '#server/http/request-context.ts'
import { noteLastWrite } from './last-writes.ts'

/** The channel of PostgreSQL's LISTEN and NOTIFY, which reaches all servers. */
export const changeChannel = 'account_changes'

/**
 * What a notification carries as JSON. `by` is the id of the request that made the change, see `ChangedCalls`;
 * `transaction` is the one that announces it.
 */
export type ChangeNotification =
  | { id: string; users: string[]; calls: GetCall[]; by: string | null; transaction: string }
  | { endedSessions: string[] }

/** A notification holds less than 8000 bytes: the ids of 100 people and the names of 60 calls are 7000. */
const idsPerNotification = 100

/**
 * Notifies the open pages of these people that calls answer differently now. Pass the transaction of the change: the pages
 * are notified when it is committed.
 */
export async function announceChanges(
  transaction: Database,
  { userIds, calls }: { userIds: readonly string[]; calls: readonly GetCall[] },
): Promise<void> {
  if (userIds.length > 0 && calls.length > 0) await announceTo(transaction, listOf(userIds, 'uuid'), calls)
}

/** The same for all administrators: of what the people whom a record concerns do not see. */
export async function announceToAdministrators(transaction: Database, calls: readonly GetCall[]): Promise<void> {
  await announceTo(transaction, sql`(select distinct user_id as id from (${administrators}) as holders)`, calls)
}

/** `by` is the id of the request of this person that makes the change. */
export type OwnChange = { userId: string; calls: readonly GetCall[]; by: string }

/**
 * Notifies the other pages of a person of what an own request changes. Pass the transaction of the change. `isNoted`: the
 * person must not be answered by a replica without it.
 */
export async function announceOwnChange(
  transaction: Database,
  { userId, calls, by }: OwnChange,
  { isNoted }: { isNoted: boolean },
): Promise<void> {
  const notification = JSON.stringify({ id: randomUUID(), users: [userId], calls, by })
  const noted = isNoted ? sql`with noted as (${noteLastWrite(userId)})` : sql``
  await transaction.execute(sql`
    ${noted} select pg_notify(${changeChannel},
      (${notification}::jsonb || jsonb_build_object('transaction', pg_current_xact_id()::text))::text)`)
}

/** Ends the streams of these sessions on all servers, and signs their pages out. */
export async function announceEndedSessions(transaction: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await transaction.execute(sql`
    select pg_notify(${changeChannel}, json_build_object('endedSessions', json_agg(id))::text)
    from (select id, (row_number() over () - 1) / ${idsPerNotification}::int as part from ${listOf(ids, 'uuid')} as ids) as parts
    group by part
  `)
}

const administrators = sql`select user_id from user_roles where ${inArray(userRoles.role, rolesOfCheck.admin)}`

/** The id of a changed record, or of the person or group that it belongs to where it has no id. */
export type ChangedRecord = { id?: unknown; bookId?: unknown; studentId?: unknown; groupId?: unknown }

/**
 * Notifies the people whom changed records of a collection concern: students, customers, teachers and authors of all calls,
 * and guardians of those whose answers their rights allow. Guardians without any of these rights are not notified.
 */
export async function announceRecords(
  transaction: Database,
  collection: AnnouncedCollection,
  records: readonly ChangedRecord[],
): Promise<void> {
  const byOwnId = peopleOfRecord[collection]
  const owner = (['bookId', 'studentId', 'groupId'] as const).find((name) => records.some((record) => record[name]))
  const select = byOwnId ?? (owner && peopleOfOwner[owner])
  const ids = new Set(records.flatMap((record) => record[byOwnId ? 'id' : (owner ?? 'id')] ?? []).map(String))
  if (!select || ids.size === 0) return
  const calls = [...new Set<GetCall>(callsChangedByRecord[collection])]
  const rights = [...new Set(calls.map((call) => rightsOfCalls[call]))].filter((right) => right !== 'own')
  const concerned = sql`(select id from concerned where id is not null)`
  const neededBesides = rightOfCollection[collection]
  // The position before the first keeps a person in the list where no call needs a right.
  const concernedThemselves = sql`select id, array_agg(position) as rights from ${concerned} as own, generate_series(${-1}::int, ${rights.length - 1}::int) as position group by id`
  const notifiedGuardians = rights.flatMap((needed, position) => {
    if (neededBesides === 'own') return []
    const guardians = guardiansOfAll(concerned, neededBesides === undefined ? needed : allOf(needed, neededBesides))
    return [sql`select guardian_id, array[${position}::int] from ${guardians} as guardians`]
  })
  const needs = JSON.stringify(
    calls.map((call) => {
      const needed = rightsOfCalls[call]
      return { call, needed: needed === 'own' ? null : rights.indexOf(needed) }
    }),
  )
  const people = sql`(
    with concerned as (${select(sql`(select id from ${listOf([...ids], 'uuid')} as ids)`)}),
      notified as (${sql.join([concernedThemselves, ...notifiedGuardians], sql` union all `)}),
      people as (
        select id, array_agg(distinct position order by position) as rights
        from notified, unnest(rights) as position group by id
      )
    select id, rights, (row_number() over (partition by rights) - 1) / ${idsPerNotification}::int as part from people
  ) as people`
  const notification = sql`json_build_object(
    'id', gen_random_uuid(), 'users', json_agg(id),
    'calls', (
      select json_agg(need ->> 'call' order by position)
      from json_array_elements(${needs}::json) with ordinality as needs (need, position)
      where coalesce((need ->> 'needed')::int = any (rights), true)
    ),
    'by', ${currentRequestContext().requestId}::text, 'transaction', pg_current_xact_id()::text
  )`
  await transaction
    .select({ notified: sql`pg_notify(${changeChannel}, (${notification})::text)` })
    .from(people)
    .groupBy(sql`rights`, sql`part`)
    // By a name: most writes make one, and planning it takes longer than all the rest of a small transaction.
    .prepare(`announce_${collection}${byOwnId ? '' : `_${owner}`}`)
    .execute()
}

/**
 * What a guardian needs besides the right of a call to be notified of a record; of an `own` record no guardian is notified.
 * Otherwise the moment of the change would reveal what the answers hide: that the child waits for a place, has written to
 * a teacher or asks for a certificate.
 */
const rightOfCollection: Partial<Record<AnnouncedCollection, NeededRight | 'own'>> = {
  waitingList: 'enrols',
  taxCertificates: 'own',
  tickets: 'own',
}

function allOf(...needed: readonly NeededRight[]): NeededRight {
  return needed.flat().filter((right) => right !== 'relation')
}

const peopleOfOwner = {
  bookId: (ids: SQL) => sql`select student_id as id from grade_books where id in ${ids}`,
  studentId: (ids: SQL) => sql`select id from ${ids} as students`,
  groupId: (ids: SQL) => sql`
    select student_id as id from group_memberships where group_id in ${ids}
    union select teacher_id from study_groups where id in ${ids} and teacher_id is not null`,
}
const peopleOfLessons = (ids: SQL) => peopleOfOwner.groupId(sql`(select group_id from lessons where id in ${ids})`)

/** Students, customers and authors of records with an id of their own; tickets concern all administrators. */
const peopleOfRecord: Partial<Record<AnnouncedCollection, (ids: SQL) => SQL>> = {
  users: peopleOfOwner.studentId,
  lessons: peopleOfLessons,
  lessonChanges: peopleOfLessons,
  gradeBooks: peopleOfOwner.bookId,
  contracts: (ids) => peopleOfContracts(ids),
  payments: (ids) => peopleOfContracts(sql`(select contract_id from payments where id in ${ids})`),
  operations: (ids) =>
    peopleOfContracts(sql`(
      select contract_id from payments join operations on operations.payment_id = payments.id
      where operations.id in ${ids})`),
  transfers: (ids) => peopleOfContracts(sql`(select contract_id from transfers where id in ${ids})`),
  waitingList: (ids) => sql`select student_id as id from waiting_list_entries where id in ${ids}`,
  choices: (ids) => sql`select student_id as id from enrolments where id in ${ids}`,
  taxCertificates: (ids) => sql`select applicant_id as id from tax_certificates where id in ${ids}`,
  tickets: (ids) => sql`
    select author_id as id from tickets where id in ${ids}
    union select recipient_id from tickets where id in ${ids} and recipient_id is not null
    union ${administrators}`,
}

function peopleOfContracts(ids: SQL): SQL {
  return sql`select student_id as id from contracts where id in ${ids} union select customer_id from contracts where id in ${ids}`
}

/** One statement finds the people and notifies: it is part of many transactions. */
async function announceTo(transaction: Database, people: SQL, calls: readonly GetCall[]): Promise<void> {
  await transaction.execute(sql`
    select pg_notify(${changeChannel}, json_build_object(
      'id', gen_random_uuid(), 'users', json_agg(id), 'calls', ${JSON.stringify([...new Set(calls)])}::json,
      'by', ${currentRequestContext().requestId}::text, 'transaction', pg_current_xact_id()::text
    )::text)
    from (select id, (row_number() over () - 1) / ${idsPerNotification}::int as part from ${people} as people) as parts
    group by part
  `)
}

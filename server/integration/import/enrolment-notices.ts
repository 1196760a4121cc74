import { sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import type { ImportContext } from '#server/integration/format-types/format.ts'
import { formatDay, formatInstant } from '#server/notifications/formats.ts'
import type { UserNotification } from '#server/notifications/notify-users.ts'

type Work = { transaction: Database; ids: readonly unknown[]; context: ImportContext }
type Recipient = UserNotification['recipient']

/** Days in which what a first import brings is news. */
export const newsDays = 7

type Transfer = {
  id: string
  state: 'coming' | 'done' | 'withdrawn'
  from: string
  isRecent: boolean
  group: string
  student: string
  studentId: string
  why: Obstacle
  recipient: Recipient
}
type Obstacle = 'frozen' | 'terminating' | 'not-paid' | 'not-begun' | 'withdrawn-by-school'

/** A transfer that took effect, or that was called off by the status of the contract or by the school. */
export async function compareTransfers({
  transaction,
  ids,
  context,
}: Work): Promise<() => Promise<UserNotification[]>> {
  const find = async () => {
    const { rows } = await transaction.execute<Transfer>(sql`
      select transfers.id, transfers.state, effective_from::text as "from", study_groups.title as "group",
        students.first_name as student, students.id as "studentId",
        effective_from > ${context.now.toISOString()}::timestamptz - make_interval(days => ${newsDays}) as "isRecent",
        case contracts.status when 'Frozen' then 'frozen' when 'OnTermination' then 'terminating'
          when 'Termination' then 'terminating' when 'NotPaid' then 'not-paid' when 'Open' then 'not-begun'
          else 'withdrawn-by-school' end as why,
        ${recipient} as recipient
      from transfers join study_groups on study_groups.id = to_group_id join contracts on contracts.id = contract_id
        join users as students on students.id = transfers.student_id join users on users.id = requested_by_id
      where transfers.id in ${listOf(ids, 'uuid')} and users.subject is not null and users.locked_at is null
      order by transfers.id
    `)
    return rows
  }
  const before = new Map((await find()).map((transfer) => [transfer.id, transfer]))
  return async () => {
    const stored = await find()
    const isStored = new Set(stored.map(({ id }) => id))
    const deleted = [...before.values()].filter(({ id }) => !isStored.has(id))
    return [...stored, ...deleted.map((one) => ({ ...one, state: 'withdrawn' as const }))].flatMap(
      ({ id, state, from, isRecent, group, student, studentId, why, recipient }): UserNotification[] => {
        const was = before.get(id)?.state
        const names = { group, student }
        if (state === 'done' && (was === 'coming' || (was === undefined && isRecent))) {
          const values = (language: Locale) => ({ ...names, from: formatDay(from, language) })
          return [{ recipient, studentId, kind: 'transfer-applied', once: id, values }]
        }
        if (state === 'withdrawn' && was === 'coming')
          return [{ recipient, studentId, kind: 'transfer-called-off', once: id, values: { ...names, why } }]
        return []
      },
    )
  }
}

type Place = {
  id: string
  state: string
  heldUntil: string | null
  isTransfer: boolean
  group: string
  student: string
  studentId: string
  recipient: Recipient
}

/** A place that is held for the next of the waiting list, and one that is no longer held. */
export async function comparePlaces({ transaction, ids, context }: Work): Promise<() => Promise<UserNotification[]>> {
  const find = async () => {
    const { rows } = await transaction.execute<Place>(sql`
      select waiting_list_entries.id, waiting_list_entries.state, held_until as "heldUntil", contract_id is not null as "isTransfer",
        study_groups.title as "group", students.first_name as student, students.id as "studentId", ${recipient} as recipient
      from waiting_list_entries join study_groups on study_groups.id = group_id
        join users as students on students.id = student_id join users on users.id = requested_by_id
      where waiting_list_entries.id in ${listOf(ids, 'uuid')} and users.subject is not null and users.locked_at is null
      order by waiting_list_entries.id
    `)
    return rows
  }
  const before = new Map((await find()).map(({ id, state }) => [id, state]))
  return async () =>
    (await find()).flatMap(
      ({ id, state, heldUntil, isTransfer, group, student, studentId, recipient }): UserNotification[] => {
        const was = before.get(id)
        const names = { group, student }
        if (was === 'held' && state === 'lapsed')
          return [
            { recipient, studentId, kind: isTransfer ? 'group-place-lapsed' : 'course-place-lapsed', values: names },
          ]
        const expiresAt = new Date(heldUntil ?? 0)
        if (state !== 'held' || was === 'held' || expiresAt <= context.now) return []
        const values = (language: Locale) => ({ ...names, until: formatInstant(expiresAt, language, context.timeZone) })
        return [
          { recipient, studentId, kind: isTransfer ? 'group-place-held' : 'course-place-held', values, expiresAt },
        ]
      },
    )
}

type Certificate = {
  id: string
  year: string
  number: string
  student: string
  studentId: string
  recipient: Recipient
}

/** A tax certificate that became ready. */
export async function compareCertificates({
  transaction,
  ids,
  context,
}: Work): Promise<() => Promise<UserNotification[]>> {
  const find = async () => {
    const { rows } = await transaction.execute<Certificate>(sql`
      select tax_certificates.id, year::text as year, number, students.first_name as student, students.id as "studentId", ${recipient} as recipient
      from tax_certificates join users as students on students.id = student_id join users on users.id = applicant_id
      where tax_certificates.id in ${listOf(ids, 'uuid')} and state = 'ready'
        and ready_at > ${context.now.toISOString()}::timestamptz - make_interval(days => ${newsDays})
        and users.subject is not null and users.locked_at is null
      order by tax_certificates.id
    `)
    return rows
  }
  const before = new Set((await find()).map(({ id }) => id))
  return async () =>
    (await find()).flatMap(({ id, recipient, studentId, ...values }): UserNotification[] =>
      before.has(id) ? [] : [{ recipient, studentId, kind: 'tax-certificate-ready', once: id, values }],
    )
}

const recipient = sql`json_build_object('id', users.id, 'email', users.email, 'phone', users.phone, 'language', users.language)`

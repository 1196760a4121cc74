import { type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { ofLearning } from '#server/access/guardian-rights.ts'
import { findStudentViewers } from '#server/access/student-viewers.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { users } from '#server/db/schema/people.ts'
import { leftInSql } from '#server/enrolment/contracts/payment-sums.ts'
import type { ImportContext, Row } from '#server/integration/format-types/format.ts'
import { formatAmount, formatDay, formatInstant } from '#server/notifications/formats.ts'
import { notifyUsers, type UserNotification } from '#server/notifications/notify-users.ts'
import { receiptsOf } from '#server/notifications/payment-receipts.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { compareCertificates, comparePlaces, compareTransfers, newsDays } from './enrolment-notices.ts'
import { findHandoverNotices } from './handover-notices.ts'
import { oneOfChange } from './one-of-change.ts'

type Work = { transaction: Database; rows: readonly Pick<Row, 'values'>[]; context: ImportContext }
/** Reads what is stored before the rows are written. The returned function finds the notices of the difference. */
type Compare = (work: Work) => Promise<() => Promise<UserNotification[]>>

const tables = { lessons: 'lessons', lessonChanges: 'lessons', exams: 'exams', conversations: 'conversations' } as const

const compareOf: Record<string, Compare> = {
  ...Object.fromEntries(Object.entries(tables).map(([file, table]) => [file, (work) => compareItems(work, table)])),
  results: compareMarks,
  homework: compareHomework,
  operations: compareOperations,
  transfers: (work) => compareTransfers({ ...work, ids: idsOf(work.rows) }),
  waitingList: (work) => comparePlaces({ ...work, ids: idsOf(work.rows) }),
  taxCertificates: (work) => compareCertificates({ ...work, ids: idsOf(work.rows) }),
}

function idsOf(rows: Work['rows']): unknown[] {
  return rows.map(({ values }) => values.id ?? null)
}

/**
 * Notifies families of what an import changes, in its transaction, as if it were changed here. Call it before the rows are
 * written or deleted, and the returned function after that. Notices of one kind from one import are shown as one.
 */
export async function prepareNotices(file: string, work: Work): Promise<() => Promise<void>> {
  const compare = compareOf[file]
  if (!compare || work.rows.length === 0) return async () => undefined
  const findNotices = await compare(work)
  return async () => {
    await notifyUsers(work.transaction, work.context.now, await findNotices())
  }
}

type Item = {
  id: string
  state: 'planned' | 'moved' | 'cancelled'
  startsAt: string
  endsAt: string
  previousStartsAt: string | null
  place: string | null
  title: string
  /** Name of the teacher who holds it; empty without one. */
  teacher: string
  teacherId: string | null
  /** Title of the group; null of an exam or a talk. */
  groupTitle: string | null
  /** Held by a substitute of the regular teacher. */
  isSubstituted: boolean
  studentIds: string[]
  /** Not at one of the weekly times of a group that has had lessons before. */
  isExtra: boolean
}

async function compareItems({ transaction, rows, context }: Work, table: 'lessons' | 'exams' | 'conversations') {
  const ids = idsOf(rows)
  const find = async () => {
    const { timeZone } = context
    const { rows: items } = await transaction.execute<Item>(
      table === 'lessons' ? lessonsById(ids, timeZone) : appointmentsById(ids, table),
    )
    return items.map((item) => ({ ...item, startsAt: new Date(item.startsAt), endsAt: new Date(item.endsAt) }))
  }
  const before = new Map((await find()).map((item) => [item.id, item]))
  return async () => {
    const stored = await find()
    const isStored = new Set(stored.map(({ id }) => id))
    // To families a deleted item is a cancelled one.
    const deleted = [...before.values()].filter(({ id }) => !isStored.has(id))
    const items = [...stored, ...deleted.map((item) => ({ ...item, state: 'cancelled' as const }))]
    const facts = items.flatMap((item) => {
      const change = changeOf(before.get(item.id), item, context.now)
      return change ? [{ ...change, item }] : []
    })
    const handovers = facts.flatMap(({ teacher, item }) => {
      const held = before.get(item.id)
      return teacher === '' || !held || item.startsAt <= context.now ? [] : [{ item, before: held }]
    })
    const viewers = await findStudentViewers(
      transaction,
      facts.flatMap(({ item }) => item.studentIds),
      ofLearning,
    )
    const ofFamilies = facts.flatMap(({ kind, was, teacher, who, item }) =>
      item.studentIds.flatMap((id) =>
        (viewers.get(id) ?? []).map(({ studentId, student, recipient }): UserNotification => {
          const at = (instant: Date, language: Locale) => formatInstant(instant, language, context.timeZone)
          const { title, place } = item
          const values = (language: Locale) => ({
            title,
            student,
            teacher,
            place: place ?? '',
            ...(kind === 'lesson-substituted' && { who }),
            at: at(item.startsAt, language),
            was: at(was, language),
          })
          return {
            kind,
            recipient,
            studentId,
            values,
            urgentBefore: item.startsAt,
            expiresAt: item.endsAt,
            path: `/schedule?view=day&date=${dayInZone(item.startsAt, context.timeZone)}`,
            ...oneOfChange(`${item.startsAt.toISOString()} ${item.id} ${studentId}`, context),
          }
        }),
      ),
    )
    return [...ofFamilies, ...(await findHandoverNotices(transaction, handovers, context))]
  }
}

type Change = {
  kind: 'lesson-moved' | 'lesson-cancelled' | 'lesson-substituted' | 'lesson-added'
  was: Date
  /** Who holds it instead of whom the family expects; empty if that has not changed. */
  teacher: string
  /** The regular teacher again, or another one. */
  who: 'regular' | 'other'
}
type Known = Omit<Item, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date }

/** Notifications about a coming item that was changed or added. */
function changeOf(old: Known | undefined, item: Known, now: Date): Change | null {
  const noTeacher = { teacher: '', who: 'other' } as const
  const isComing = item.startsAt > now
  if (!old || old.state === 'cancelled') {
    const isNews = isComing && item.state !== 'cancelled' && (old !== undefined || item.isExtra)
    return isNews ? { kind: 'lesson-added', was: item.startsAt, ...noTeacher } : null
  }
  if (item.state === 'cancelled')
    return isComing ? { kind: 'lesson-cancelled', was: item.startsAt, ...noTeacher } : null
  const isMoved = +old.startsAt !== +item.startsAt || old.place !== item.place
  const isMarked = old.state === 'planned' && item.state === 'moved'
  if (!(isComing || old.startsAt > now)) return null
  const isOther = old.teacher !== '' && item.teacher !== '' && item.teacherId !== old.teacherId
  const isRegular = old.isSubstituted && !item.isSubstituted
  const held = isOther
    ? { teacher: item.teacher, who: isRegular ? ('regular' as const) : ('other' as const) }
    : noTeacher
  if (!(isMoved || isMarked))
    return isOther && isComing ? { kind: 'lesson-substituted', was: item.startsAt, ...held } : null
  const was = isMoved || item.previousStartsAt === null ? old.startsAt : new Date(item.previousStartsAt)
  return { kind: 'lesson-moved', was, ...held }
}

function teacherName(userId: SQL) {
  return sql`coalesce((select ${selectFullName(users)} from users where users.id = ${userId}), '')`
}

function lessonsById(ids: readonly unknown[], timeZone: string) {
  const localTime = sql`(lessons.starts_at at time zone ${timeZone})`
  return sql`
    select lessons.id, lessons.state, starts_at as "startsAt", ends_at as "endsAt", previous_starts_at as "previousStartsAt",
      lessons.place, subjects.title, ${teacherName(sql`coalesce(substitute_id, teacher_id)`)} as teacher,
      coalesce(substitute_id, teacher_id) as "teacherId", coalesce(substitute_id <> teacher_id, false) as "isSubstituted",
      array(
        select student_id from group_memberships where group_memberships.group_id = lessons.group_id
          and joined_on <= ${localTime}::date and (left_on is null or left_on > ${localTime}::date)
        order by student_id
      ) as "studentIds",
      study_groups.title as "groupTitle",
      exists (select from lessons as others where others.group_id = lessons.group_id and others.starts_at < lessons.starts_at)
        and not exists (
          select from slots where slots.group_id = lessons.group_id
            and weekday = extract(isodow from ${localTime}) and slots.starts_at = ${localTime}::time
        ) as "isExtra"
    from lessons join study_groups on study_groups.id = lessons.group_id join programs on programs.id = program_id
      join subjects on subjects.code = subject_code
    where lessons.id in ${listOf(ids, 'uuid')} order by lessons.starts_at, lessons.id
  `
}

function appointmentsById(ids: readonly unknown[], table: 'exams' | 'conversations') {
  return sql`
    select id, state, starts_at as "startsAt", ends_at as "endsAt", previous_starts_at as "previousStartsAt", place, title,
      ${teacherName(sql`teacher_id`)} as teacher, teacher_id as "teacherId", false as "isSubstituted",
      array[student_id] as "studentIds", null as "groupTitle", true as "isExtra"
    from ${sql.identifier(table)} where id in ${listOf(ids, 'uuid')} order by starts_at, id
  `
}

type Mark = {
  id: string
  /** Empty for an absence. */
  value: string
  topic: string
  course: string
  studentId: string
  bookId: string
  isNews: boolean
}

async function compareMarks({ transaction, rows, context }: Work) {
  const find = async () => {
    const { rows: marks } = await transaction.execute<Mark>(sql`
      select marks.id, case when absent then '' else value end as value, topic, courses.title as course,
        student_id as "studentId", book_id as "bookId",
        given_at > ${context.now.toISOString()}::timestamptz - make_interval(days => ${newsDays}) as "isNews"
      from marks join grade_books on grade_books.id = book_id join journal_columns on journal_columns.id = column_id
        join courses on courses.id = course_id
      where marks.id in ${listOf(idsOf(rows), 'uuid')} order by held_on, marks.id
    `)
    return marks
  }
  const before = new Map((await find()).map((mark) => [mark.id, mark.value]))
  return async () => {
    const changed = (await find()).filter(({ id, value, isNews }) => isNews && before.get(id) !== value)
    const viewers = await findStudentViewers(
      transaction,
      changed.map(({ studentId }) => studentId),
      ofLearning,
    )
    return changed.flatMap(({ id, value, topic, course, studentId, bookId }) =>
      (viewers.get(studentId) ?? []).map(({ student, recipient }): UserNotification => {
        const was = before.get(id)
        const about = { recipient, studentId, ...oneOfChange(id, context) }
        const child = student === '' ? '' : `child=${studentId}&`
        const path = `/grade-book/?${child}book=${bookId}`
        const values = { student, course, value, topic }
        if (was !== undefined) return { ...about, kind: 'mark-changed', path, values: { ...values, was } }
        if (value === '') return { ...about, kind: 'absence-marked', path, values: { student, course, topic } }
        return { ...about, kind: 'mark-new', path, values }
      }),
    )
  }
}

type Homework = { studentId: string; lessonId: string; subject: string; topic: string; startsAt: string }

async function compareHomework({ transaction, rows, context }: Work) {
  const pairs = JSON.stringify(rows.map(({ values }) => ({ student_id: values.studentId, lesson_id: values.lessonId })))
  const find = async () => {
    const { rows: overdue } = await transaction.execute<Homework>(sql`
      select student_id as "studentId", lesson_id as "lessonId", subjects.title as subject, topic,
        lessons.starts_at as "startsAt"
      from lesson_results join json_populate_recordset(null::lesson_results, ${pairs}::json) as wanted using (student_id, lesson_id)
        join lessons on lessons.id = lesson_id join study_groups on study_groups.id = group_id
        join programs on programs.id = program_id join subjects on subjects.code = subject_code
      where lesson_results.homework_state = 'overdue'
        and lessons.starts_at > ${context.now.toISOString()}::timestamptz - make_interval(days => ${4 * newsDays})
      order by lessons.starts_at, lesson_id
    `)
    return overdue
  }
  const keyOf = ({ studentId, lessonId }: Homework) => `${studentId} ${lessonId}`
  const before = new Set((await find()).map(keyOf))
  return async () => {
    const overdue = (await find()).filter((each) => !before.has(keyOf(each)))
    const viewers = await findStudentViewers(
      transaction,
      overdue.map(({ studentId }) => studentId),
      ofLearning,
    )
    return overdue.flatMap(({ studentId, lessonId, subject, topic, startsAt }) =>
      (viewers.get(studentId) ?? []).map(({ student, recipient }): UserNotification => {
        const day = dayInZone(new Date(startsAt), context.timeZone)
        return {
          kind: 'homework-overdue',
          recipient,
          studentId,
          // Empty for the student, whose page has no choice of a child.
          path: student === '' ? '/homework' : `/homework?child=${studentId}`,
          values: (language) => ({ student, subject, topic, lesson: formatDay(day, language) }),
          ...oneOfChange(`${lessonId} ${studentId}`, context),
        }
      }),
    )
  }
}

type Booking = {
  id: string
  number: string
  isReturn: boolean
  amount: number
  left: number
  operations: string[]
  recipient: UserNotification['recipient']
}

/** Sums per contract: a bank transfer may be split over several instalments. */
async function compareOperations({ transaction, rows, context }: Work) {
  return async () => {
    const { rows: booked } = await transaction.execute<Booking>(sql`
      select contracts.id, number, operations.kind = 'ReturnDS' as "isReturn", sum(operations.amount)::float8 as amount,
        (
          select coalesce(sum(${leftInSql}), 0)::float8 from payments join payment_balances on payment_id = payments.id
          where payments.contract_id = contracts.id
        ) as left, json_agg(operations.id order by at, operations.id) as operations,
        json_build_object('id', users.id, 'email', email, 'phone', phone, 'language', language) as recipient
      from operations join payments on payments.id = payment_id join contracts on contracts.id = contract_id
        join users on users.id = customer_id
      where operations.id in ${listOf(idsOf(rows), 'uuid')} and subject is not null
        and operations.kind in ('ReturnDS', 'ReceivingDS')
        and at > ${context.now.toISOString()}::timestamptz - make_interval(days => ${newsDays})
      group by contracts.id, users.id, operations.kind order by contracts.id, operations.kind
    `)
    return booked.map(({ id, number, isReturn, amount, left, operations, recipient }): UserNotification => {
      const { path, receipts } = receiptsOf(id, operations)
      const about = { recipient, path }
      const sums = (language: Locale) => ({ number, amount: formatAmount(amount, language) })
      if (isReturn) return { ...about, kind: 'payment-returned', values: sums }
      const rest = (language: Locale) => (left > 0 ? formatAmount(left, language) : '')
      return {
        ...about,
        kind: 'payment-arrived',
        values: (language) => ({ ...sums(language), left: rest(language), receipts }),
      }
    })
  }
}

import { type SQL, sql } from 'drizzle-orm'
import type { Locale, TicketRecipientRole } from '#contract/enumerations.ts'
import { ofLearning } from '#server/access/guardian-rights.ts'
import { findStudentViewers } from '#server/access/student-viewers.ts'
import type { Transaction } from '#server/db/client.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import { leftInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { formatAmount, formatDay, formatInstant } from '#server/notifications/formats.ts'
import { receiptsOf } from '#server/notifications/payment-receipts.ts'
import { type Notification, storeNotifications } from '#server/notifications/store-notifications.ts'
import { messageText } from '#server/tickets/ticket-words.ts'
import { dayInZone } from '#server/time/calendar-days.ts'

/** An event of the demo school and the notifications about it. */
type PlannedNotification = {
  at: Date
  studentId: string
  of: (student: string) => Omit<Notification, 'userId' | 'studentId'>
}

/** Notifications of the demo accounts about what the demo school contains. Those of the last two days are unread. */
export async function addDemoNotifications(
  transaction: Transaction,
  { people, plan: { now, timeZone } }: School,
): Promise<void> {
  const accounts = new Set(people.users.filter(({ subject }) => subject?.startsWith('demo-')).map(({ id }) => id))
  const since = sql`(${now.toISOString()}::timestamptz - interval '12 days')`
  const planned = [
    ...(await lessonNotifications(transaction, since, timeZone)),
    ...(await markNotifications(transaction, since, timeZone)),
  ]
  const viewers = await findStudentViewers(
    transaction,
    planned.map(({ studentId }) => studentId),
    ofLearning,
  )
  const ofFamilies = planned.flatMap(({ at, studentId, of }) =>
    (viewers.get(studentId) ?? [])
      .filter(({ recipient }) => accounts.has(recipient.id))
      .map(({ student, recipient }) => ({ at, userId: recipient.id, studentId, ...of(student) })),
  )
  const all = [...ofFamilies, ...(await personNotifications(transaction, { since, timeZone, accounts }))]
  for (const [at, some] of Map.groupBy(all, ({ at }) => at.getTime()))
    if (at <= now.getTime()) await storeNotifications(transaction, new Date(at), some)
  await transaction
    .update(notifications)
    .set({ readAt: sql`${notifications.at} + interval '2 hours'` })
    .where(sql`${notifications.at} < ${now.toISOString()}::timestamptz - interval '2 days'`)
}

type Changed = {
  id: string
  state: 'moved' | 'cancelled'
  at: string
  startsAt: string
  was: string | null
  place: string | null
  title: string
  studentId: string
}

async function lessonNotifications(
  transaction: Transaction,
  since: SQL,
  timeZone: string,
): Promise<PlannedNotification[]> {
  const { rows } = await transaction.execute<Changed>(sql`
    select lessons.id, lessons.state, changed_at as at, starts_at as "startsAt", previous_starts_at as was, lessons.place,
      subjects.title, student_id as "studentId"
    from lessons join group_memberships using (group_id) join study_groups on study_groups.id = lessons.group_id
      join programs on programs.id = program_id join subjects on subjects.code = subject_code
    where changed_at > ${since} and joined_on <= starts_at::date and (left_on is null or left_on > starts_at::date)
    order by changed_at, lessons.id
  `)
  return rows.map(({ id, state, startsAt, was, place, title, studentId, ...row }) => {
    const at = (instant: string, language: Locale) => formatInstant(new Date(instant), language, timeZone)
    const path = `/schedule?view=day&date=${dayInZone(new Date(startsAt), timeZone)}`
    return {
      at: new Date(row.at),
      studentId,
      of: (student) => ({
        kind: state === 'moved' ? 'lesson-moved' : 'lesson-cancelled',
        once: `${startsAt} ${id} ${studentId}`,
        path,
        values: (language: Locale) => ({
          title,
          student,
          place: place ?? '',
          at: at(startsAt, language),
          was: at(was ?? startsAt, language),
        }),
      }),
    }
  })
}

type Mark = { id: string; at: string; value: string; topic: string; course: string; bookId: string; studentId: string }

/** Those of a day are one notification. */
async function markNotifications(
  transaction: Transaction,
  since: SQL,
  timeZone: string,
): Promise<PlannedNotification[]> {
  const { rows } = await transaction.execute<Mark>(sql`
    select marks.id, max(given_at) over (partition by book_id, (given_at at time zone ${timeZone})::date) as at,
      case when absent then '' else value end as value, topic, courses.title as course, book_id as "bookId",
      student_id as "studentId"
    from marks join grade_books on grade_books.id = book_id join journal_columns on journal_columns.id = column_id
      join courses on courses.id = course_id
    where given_at > ${since} order by given_at, marks.id
  `)
  return rows.map(({ id, at, bookId, studentId, ...mark }) => ({
    at: new Date(at),
    studentId,
    of: (student) => {
      const path = student === '' ? `/grade-book/?book=${bookId}` : `/grade-book/?child=${studentId}&book=${bookId}`
      const about = { once: id, change: at, path }
      return mark.value === ''
        ? { ...about, kind: 'absence-marked', values: { student, course: mark.course, topic: mark.topic } }
        : { ...about, kind: 'mark-new', values: { ...mark, student } }
    },
  }))
}

type ToPerson = {
  userId: string
  at: string
  kind: 'payment-arrived' | 'payment-due' | 'ticket-answered'
  /** Of the contract or the ticket. */
  number: string
  amount: number | null
  left: number | null
  dueOn: string | null
  contractId: string | null
  operationId: string | null
  /** Of the ticket. */
  ticketId: string | null
  student: string | null
  answerHtml: string | null
  /** The teacher or curator who has answered. */
  by: string | null
  role: TicketRecipientRole | null
}

async function personNotifications(
  transaction: Transaction,
  { since, timeZone, accounts }: { since: SQL; timeZone: string; accounts: ReadonlySet<string> },
): Promise<(Notification & { at: Date })[]> {
  const { rows } = await transaction.execute<ToPerson>(sql`
    select customer_id as "userId", at, 'payment-arrived' as kind, number, operations.amount::float8 as amount,
      (
        select sum(${leftInSql})::float8 from payments join payment_balances on payment_id = payments.id
        where payments.contract_id = contracts.id
      ) as left, null as "dueOn", contract_id as "contractId", operations.id as "operationId", null::uuid as "ticketId", null as student, null as "answerHtml",
      null as by, null as role
    from operations join payments on payments.id = payment_id join contracts on contracts.id = contract_id
    where operations.kind = 'ReceivingDS' and at > ${since}
    union all
    select customer_id, (due_on - 3 + time '09:00') at time zone ${timeZone}, 'payment-due', number, payments.amount::float8, null,
      due_on::text, contract_id, null, null, null, null, null, null
    from payments join contracts on contracts.id = contract_id
    where payments.status = 'Open' and contracts.status in ('Open', 'Concluded') and due_on - 3 + time '09:00' > ${since}::timestamp
    union all
    select author_id, answered_at, 'ticket-answered', number, null, null, null, null, null, tickets.id, users.first_name, answer_html,
      recipients.first_name || ' ' || recipients.last_name,
      case when exists (select from study_groups where teacher_id = recipient_id) then 'teacher' else 'curator' end
    from tickets left join users on users.id = student_id left join users as recipients on recipients.id = recipient_id
    where answered_at > ${since}
    order by 2, 4
  `)
  return rows
    .filter(({ userId }) => accounts.has(userId))
    .map(
      ({
        userId,
        at,
        kind,
        number,
        amount,
        left,
        dueOn,
        contractId,
        operationId,
        ticketId,
        student,
        answerHtml,
        by,
        role,
      }) => {
        const { path, receipts } = receiptsOf(contractId ?? '', operationId ? [operationId] : [])
        const about = { userId, at: new Date(at), ...(contractId && { path }) }
        const sum = (language: Locale) => ({ number, amount: formatAmount(amount ?? 0, language) })
        if (kind === 'payment-arrived')
          return {
            ...about,
            kind,
            values: (language: Locale) => ({
              ...sum(language),
              left: left ? formatAmount(left, language) : '',
              receipts,
            }),
          }
        if (kind === 'payment-due')
          return {
            ...about,
            kind,
            values: (language: Locale) => ({ ...sum(language), until: formatDay(dueOn ?? '', language) }),
          }
        const answer = messageText(answerHtml ?? '')
        const values = { number, student: student ?? '', answer, ...(by && role && { by, role }) }
        return { ...about, kind: 'ticket-answered' as const, path: `/messages?ticket=${ticketId}`, values }
      },
    )
}

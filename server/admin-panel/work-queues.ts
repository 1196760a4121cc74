import { and, eq, gt, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { type WorkQueue, workQueues } from '#contract/enumerations.ts'
import type { PendingWork, WorkQueueItem } from '#contract/people/school-work.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { paymentDifferences } from '#server/db/schema/checkouts.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import { isOverdue } from '#server/enrolment/contracts/expire-unpaid-contracts.ts'
import { isPayableInSql, toPayInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { hasSigned } from '#server/enrolment/contracts/signatures.ts'
import { selectToTransfer } from '#server/enrolment/contracts/terminations.ts'
import { isUnpurchased } from '#server/enrolment/programme-2035/expire-enrolments.ts'
import { contractGraceDays } from '#server/enrolment/programme-2035/rules.ts'
import { addDays, type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

const dayMs = 24 * 60 * 60_000

/** Until a contract is stuck, unless the school's file says otherwise. */
const defaultContractDays = 5
/** A held place is listed these days before it is lost. */
const placeDays = 2
const importDays = 30

/** `contractDays`: until a contract is stuck that is neither signed nor paid. */
export type QueueTime = CurrentTime & { contractDays: number }

type SchoolQueues = { queues?: { contractDays?: number | undefined } | undefined }

export function contractDaysOf(school: SchoolQueues): number {
  return school.queues?.contractDays ?? defaultContractDays
}

/** A message was given up within a week. */
function isGivenUp(now: Date): SQL | undefined {
  return and(isNotNull(deliveries.failure), gt(deliveries.queuedAt, new Date(now.getTime() - 7 * dayMs)))
}

/** What is in a queue. */
export function selectQueue(database: Database, queue: WorkQueue, time: QueueTime): SQL {
  return queues[queue](database, time)
}

type QueueRow = Omit<WorkQueueItem, 'contact'> & { contact: WorkQueueItem['owner']; phone: string | null }

/** `taker`: only what this administrator deals with. */
type Part = { queue: WorkQueue; page: number; taker: string | undefined }

/** One page of a queue, what waits longest first. */
export async function findWorkQueue(database: Database, { queue, page, taker }: Part, time: QueueTime, pageSize = 50) {
  const takerId = sql`coalesce(item.taker_id, work_takers.user_id)`
  const source = sql`(${selectQueue(database, queue, time)}) as item
    left join work_takers on work_takers.queue = ${queue} and work_takers.item_id = item.id`
  const isShown = taker === undefined ? sql`true` : sql`${takerId} = ${taker}`
  const [student, contact, owner] = [alias(users, 'student'), alias(users, 'contact'), alias(users, 'owner')]
  const takers = alias(users, 'taker')
  const named = (person: Record<'id' | 'lastName' | 'firstName' | 'patronym', AnyPgColumn>, name: string) =>
    sql`case when ${person.id} is not null then json_build_object('id', ${person.id}, 'name', coalesce(${selectFullName(person)}, '')) end as ${sql.identifier(name)}`
  const { rows } = await database.execute<QueueRow>(sql`
    select item.id, item.since, item.amount::float8 as amount, item.note, item.payment_kind as "paymentKind", item.difference_kind as "differenceKind", item.count, item.awaits, item.due_on::text as "dueOn",
      ${named(student, 'student')}, ${named(contact, 'contact')}, contact.phone, ${named(owner, 'owner')}, ${named(takers, 'taker')},
      (select max(at) from contract_actions where contract_actions.payment_id = item.payment_id and action = 'remind') as "remindedAt",
      case when contracts.id is not null then json_build_object('uuid', contracts.id, 'number', contracts.number, 'status', contracts.status) end
        as contract,
      case when payments.id is not null then json_build_object('uuid', payments.id, 'status', payments.status) end
        as payment
    from ${source}
      left join users as student on student.id = item.student_id
      left join users as contact on contact.id = item.contact_id
      left join users as owner on owner.id = item.owner_id
      left join users as taker on taker.id = ${takerId}
      left join contracts on contracts.id = item.contract_id
      left join payments on payments.id = item.payment_id
    where ${isShown}
    order by item.since, item.id
    limit ${pageSize} offset ${(page - 1) * pageSize}
  `)
  const { rows: counted } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from ${source} where ${isShown}`,
  )
  const items = rows.map(({ phone, contact: asked, since, remindedAt, ...row }) => ({
    ...row,
    contact: asked && { ...asked, phone },
    since: new Date(since).toISOString(),
    remindedAt: remindedAt && new Date(remindedAt).toISOString(),
  }))
  return { items, total: counted[0]?.total ?? 0, page, pageSize }
}

/** What the sum of a queue counts: what is to be paid, and what is to be paid back. */
function isSummed(queue: WorkQueue): SQL {
  return queue === 'refunds' ? sql`true` : sql`payment_id is not null`
}

/** How much is in each queue, since when, and for what sum; without the empty ones. */
export async function countQueues(
  database: Database,
  asked: readonly WorkQueue[],
  time: QueueTime,
): Promise<PendingWork['queues']> {
  const counts = asked.map(
    (queue) =>
      sql`select ${queue}::text as queue, count(*)::int as count, min(since) as "oldestAt", (sum(amount) filter (where ${isSummed(queue)}))::float8 as amount from (${queues[queue](database, time)}) as item`,
  )
  const { rows } = await database.execute<PendingWork['queues'][number]>(sql.join(counts, sql` union all `))
  return rows
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => workQueues.indexOf(one.queue) - workQueues.indexOf(other.queue))
    .map((row) => ({ ...row, oldestAt: new Date(row.oldestAt).toISOString() }))
}

/** The columns of an item, by what they are called there; what is not named is null. */
function columns(named: Partial<Record<keyof typeof types, SQL>> & { id: SQL; since: SQL }): SQL {
  return sql.join(
    Object.entries(types).map(
      ([name, type]) =>
        sql`${named[name as keyof typeof types] ?? sql`null`}::${sql.raw(type)} as ${sql.identifier(name)}`,
    ),
    sql`, `,
  )
}

const types = {
  id: 'uuid',
  since: 'timestamptz',
  student_id: 'uuid',
  contact_id: 'uuid',
  contract_id: 'uuid',
  payment_id: 'uuid',
  amount: 'bigint',
  note: 'text',
  payment_kind: 'text',
  difference_kind: 'text',
  count: 'int',
  awaits: 'text',
  owner_id: 'uuid',
  taker_id: 'uuid',
  due_on: 'date',
} as const

const ofContract = {
  student_id: sql`contracts.student_id`,
  contact_id: sql`contracts.customer_id`,
  contract_id: sql`contracts.id`,
}

/** The first payment of a contract that is owed. */
const firstOwed = sql`(
  select payments.id from payments join payment_balances on payment_balances.payment_id = payments.id
  where payments.contract_id = contracts.id and ${isPayableInSql}
  order by payments.due_on, payments.position limit 1
)`

const money = sql`(select coalesce(sum(paid), 0) from payment_balances where payment_balances.contract_id = contracts.id)`
const firstMoneyAt = sql`(
  select min(at) from operations join payments on payments.id = payment_id where payments.contract_id = contracts.id
)`

/** Payments that the customer is expected to pay. */
function payable(where: SQL, timeZone: string): SQL {
  const since = sql`payments.due_on::timestamp at time zone ${timeZone}`
  const own = {
    ...ofContract,
    payment_id: sql`payments.id`,
    amount: toPayInSql,
    note: sql`payments.title`,
    payment_kind: sql`payments.kind`,
  }
  return sql`
    select ${columns({ id: sql`payments.id`, since: sql`(${since})`, ...own })}
    from payments
      join payment_balances on payment_balances.payment_id = payments.id
      join contracts on contracts.id = payments.contract_id
    where ${isPayableInSql} and ${where}
  `
}

/** What is in each queue. The only place that says so: its rows are counted and listed from here. */
const queues: Record<WorkQueue, (database: Database, time: QueueTime) => SQL> = {
  'unsigned-unpaid': (database, { now, contractDays }) => sql`
    select ${columns({ id: sql`contracts.id`, since: sql`contracts.created_at`, ...ofContract, payment_id: firstOwed, amount: sql`contracts.total` })}
    from contracts
    where contracts.status = 'Open' and contracts.created_at <= ${new Date(now.getTime() - contractDays * dayMs)}
      and ${money} = 0 and ${not(hasSigned(database, 'customer'))}
  `,
  'paid-unsigned': (database) => sql`
    select ${columns({
      id: sql`contracts.id`,
      since: firstMoneyAt,
      ...ofContract,
      amount: money,
      awaits: sql`case when ${hasSigned(database, 'customer')} then 'school' else 'customer' end`,
    })}
    from contracts
    where contracts.status in ('Open', 'Concluded') and contracts.needs_signatures and ${money} > 0
      and not (${hasSigned(database, 'customer')} and ${hasSigned(database, 'school')})
  `,
  'places-ending': (database, { now, timeZone }) => {
    const soon = { now: new Date(now.getTime() + placeDays * dayMs), timeZone }
    const enrolled = {
      id: sql`enrolments.id`,
      since: sql`enrolments.created_at`,
      student_id: sql`enrolments.student_id`,
    }
    return sql`
      select ${columns({ id: sql`contracts.id`, since: sql`contracts.created_at`, ...ofContract, payment_id: firstOwed, amount: sql`contracts.total` })}
      from contracts where contracts.group_id is not null and ${isOverdue(database, soon)}
      union all
      select ${columns({ ...enrolled, contact_id: sql`enrolments.enrolled_by_id` })}
      from enrolments where ${isUnpurchased(database, { now, timeZone }, contractGraceDays - placeDays)}
    `
  },
  overdue: (_, { now, timeZone }) =>
    payable(sql`payments.status = 'Open' and payments.due_on < ${dayInZone(now, timeZone)}::date`, timeZone),
  'payment-errors': (_, { timeZone }) => payable(sql`payments.status = 'Error'`, timeZone),
  'payment-differences': () => sql`
    select ${columns({
      id: sql`payment_differences.id`,
      since: sql`found_at`,
      contact_id: sql`checkouts.payer_id`,
      amount: sql`payment_differences.amount`,
      note: sql`payment_differences.external_id`,
      difference_kind: sql`payment_differences.kind`,
    })}
    from payment_differences left join checkouts on checkouts.id = payment_differences.checkout_id
    where ${isNull(paymentDifferences.clearedAt)}
  `,
  refunds: (_, { timeZone }) => sql`
    select ${columns({
      id: sql`terminations.id`,
      since: sql`(terminations.last_day::timestamp at time zone ${timeZone})`,
      ...ofContract,
      amount: selectToTransfer,
    })}
    from terminations join contracts on contracts.id = terminations.contract_id
    where ${eq(terminations.state, 'returning')} and ${selectToTransfer} > 0
  `,
  transfers: () => sql`
    select ${columns({
      id: sql`transfers.id`,
      since: sql`transfers.requested_at`,
      student_id: sql`transfers.student_id`,
      contact_id: sql`transfers.requested_by_id`,
      contract_id: sql`transfers.contract_id`,
      note: sql`from_group.title || ' → ' || to_group.title`,
    })}
    from transfers
      join study_groups as from_group on from_group.id = transfers.from_group_id
      join study_groups as to_group on to_group.id = transfers.to_group_id
    where ${eq(transfers.state, 'coming')}
  `,
  certificates: () => sql`
    select ${columns({
      id: sql`tax_certificates.id`,
      since: sql`tax_certificates.requested_at`,
      student_id: sql`tax_certificates.student_id`,
      contact_id: sql`tax_certificates.applicant_id`,
      amount: sql`tax_certificates.amount`,
      note: sql`tax_certificates.number`,
    })}
    from tax_certificates where ${ne(taxCertificates.state, 'ready')}
  `,
  imports: (_, { now, timeZone }) => sql`
    select ${columns({
      id: sql`import_runs.id`,
      since: sql`import_runs.created_at`,
      note: sql`import_runs.file_name`,
      count: sql`import_runs.faults`,
      owner_id: sql`import_runs.started_by`,
    })}
    from import_runs
    where faults > 0 and state in ('checked', 'applied', 'failed')
      and created_at >= ${addDays(dayInZone(now, timeZone), -importDays)}::date
      and not exists (
        select from import_runs as later
        where later.file_name = import_runs.file_name and later.created_at > import_runs.created_at
          and later.state = 'applied' and later.faults = 0
      )
  `,
  'data-requests': () => sql`
    select ${columns({
      id: sql`data_requests.id`,
      since: sql`requested_at`,
      student_id: sql`subject_id`,
      contact_id: sql`requested_by_id`,
      note: sql`kind`,
      taker_id: sql`taken_by_id`,
      due_on: sql`due_on`,
    })}
    from data_requests where state = 'asked'
  `,
  messages: (_, { now }) => sql`
    select ${columns({
      id: sql`deliveries.user_id`,
      since: sql`min(deliveries.queued_at)`,
      contact_id: sql`deliveries.user_id`,
      count: sql`count(*)`,
    })}
    from deliveries where ${isGivenUp(now)} and deliveries.user_id is not null group by deliveries.user_id
  `,
}

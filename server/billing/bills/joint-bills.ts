import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { billLines, bills } from '#server/db/schema/bills.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs } from '#server/db/schema/programs.ts'
import type { JointBill, JointBillLine } from '#server/documents/joint-bill.ts'
import { toPayOf } from '#server/enrolment/contracts/rules.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

type Payees = Record<Branch, Payee>
type Line = JointBillLine & { paymentId: string; branch: Branch }

/**
 * Makes a bill for each payee of the payments, or finds those that the person has for exactly them. 404 for a payment that
 * the person does not see, 409 for one that is not expected.
 */
export async function makeJointBills(
  transaction: Database,
  { payerId, paymentIds, payees, now }: { payerId: string; paymentIds: readonly string[]; payees: Payees; now: Date },
): Promise<string[]> {
  const lines = await readLines(transaction, payerId, paymentIds)
  const ids: string[] = []
  for (const own of byPayee(lines, payees)) {
    ids.push((await findSame(transaction, payerId, own)) ?? (await addBill(transaction, payerId, own, now)))
  }
  return ids
}

/** The bills as one document; refused once the payments are not what was asked for. */
export async function readJointBill(
  database: Database,
  { payerId, ids, payees, now, timeZone }: CurrentTime & { payerId: string; ids: readonly string[]; payees: Payees },
): Promise<JointBill> {
  const asked = await database
    .select({ number: bills.number, paymentId: billLines.paymentId, amount: billLines.amount })
    .from(bills)
    .innerJoin(billLines, eq(billLines.billId, bills.id))
    .where(and(inArray(bills.id, [...ids]), eq(bills.payerId, payerId)))
  if (asked.length === 0) throwProblem('not-found', 'No such bill of this person')
  const paymentIds = asked.map(({ paymentId }) => paymentId)
  const lines = await readLines(database, payerId, paymentIds)
  const askedFor = new Map(asked.map((line) => [line.paymentId, line]))
  if (lines.some(({ paymentId, amount }) => askedFor.get(paymentId)?.amount !== amount))
    throwProblem('price-changed', 'Something was paid or changed since the bill was made')
  const [payer] = await database
    .select({ name: selectFullName(users), lastName: users.lastName })
    .from(users)
    .where(eq(users.id, payerId))
  return {
    payer: payer?.name ?? '',
    payerLastName: payer?.lastName ?? '',
    madeOn: dayInZone(now, timeZone),
    parts: byPayee(lines, payees).flatMap((own) => {
      const [first] = own
      if (!first) return []
      return [{ number: askedFor.get(first.paymentId)?.number ?? 0, payee: payees[first.branch], lines: own }]
    }),
  }
}

/** In the order of their days, as they are to be paid. */
async function readLines(database: Database, userId: string, paymentIds: readonly string[]): Promise<Line[]> {
  const found = await database
    .select({
      paymentId: payments.id,
      title: payments.title,
      dueOn: payments.dueOn,
      planned: payments.amount,
      status: payments.status,
      paid: balances.paid,
      contractNumber: contracts.number,
      student: sql<string>`coalesce(${selectFullName(users)}, '')`,
      program: programs.title,
      branch: campaigns.branch,
    })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(users, eq(users.id, contracts.studentId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(and(inArray(payments.id, [...paymentIds]), isContractVisibleTo(userId)))
    .orderBy(payments.dueOn, contracts.number, payments.position)
  if (found.length < new Set(paymentIds).size) throwProblem('not-found', 'Not a payment of a contract of this person')
  return found.map(({ planned, status, paid, ...line }) => {
    const amount = toPayOf({ amount: planned, status, paid })
    if (amount === 0) throwProblem('nothing-to-pay', 'Nothing is to be paid of one of the payments now')
    return { ...line, amount }
  })
}

/** Branches of one legal entity have one account. */
function byPayee(lines: readonly Line[], payees: Payees): Line[][] {
  return [...Map.groupBy(lines, ({ branch }) => `${payees[branch].bankCode} ${payees[branch].account}`).values()]
}

async function findSame(transaction: Database, payerId: string, lines: readonly Line[]): Promise<string | undefined> {
  const wanted = lines.map(({ paymentId, amount }) => ({ payment_id: paymentId, amount }))
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with wanted as (select payment_id, amount from json_populate_recordset(null::bill_lines, ${JSON.stringify(wanted)}::json))
    select bills.id from bills
    where payer_id = ${payerId}
      and not exists ((select payment_id, amount from bill_lines where bill_id = bills.id) except table wanted)
      and not exists ((table wanted) except select payment_id, amount from bill_lines where bill_id = bills.id)
    order by number limit 1
  `)
  return rows[0]?.id
}

async function addBill(transaction: Database, payerId: string, lines: readonly Line[], now: Date): Promise<string> {
  const [added] = await transaction.insert(bills).values({ payerId, createdAt: now }).returning({ id: bills.id })
  if (!added) throw new Error('The bill was not stored')
  await transaction
    .insert(billLines)
    .values(lines.map(({ paymentId, amount }) => ({ billId: added.id, paymentId, amount })))
  return added.id
}

import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { selectFullName } from '#server/access/user-columns.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { keptIdentities } from '#server/db/schema/data-requests.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { type PaymentLine, toPayOf } from '#server/enrolment/contracts/rules.ts'
import { throwProblem } from '#server/http/http-error.ts'

const customers = alias(users, 'customers')
const students = alias(users, 'students')
/** Names of erased people, for their documents. */
const keptCustomers = alias(keptIdentities, 'kept_customers')
const keptStudents = alias(keptIdentities, 'kept_students')
const userId = sql.placeholder('userId')
const contractId = sql.placeholder('contractId')

/** Reads the contract and its payments for PDF documents, for users who may see the contract; 404 for others. */
export function preparePrintableContract(database: Database) {
  const contract = database
    .select({
      number: contracts.number,
      status: contracts.status,
      concludedOn: contracts.concludedOn,
      customer: sql<string>`coalesce(${keptCustomers.name}, ${selectFullName(customers)}, '')`,
      customerLastName: customers.lastName,
      student: sql<string>`coalesce(${keptStudents.name}, ${selectFullName(students)}, '')`,
      program: programs.title,
      schoolYear: campaigns.schoolYear,
      branch: campaigns.branch,
      startsOn: sql<string>`coalesce(${studyGroups.startsOn}, ${campaigns.startsOn})`,
      endsOn: sql<string>`coalesce(${studyGroups.endsOn}, ${campaigns.endsOn})`,
      group: studyGroups.title,
      territory: territories.title,
      format: contracts.format,
      total: contracts.total,
      customerId: contracts.customerId,
      studentFirstName: students.firstName,
      needsSignatures: contracts.needsSignatures,
      createdAt: contracts.createdAt,
    })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .leftJoin(keptCustomers, eq(keptCustomers.personId, contracts.customerId))
    .leftJoin(keptStudents, eq(keptStudents.personId, contracts.studentId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .leftJoin(studyGroups, eq(studyGroups.id, contracts.groupId))
    .leftJoin(territories, eq(territories.id, contracts.territoryId))
    .where(and(eq(contracts.id, contractId), isContractVisibleTo(userId)))
    .prepare('paper_contract')

  const lines = database
    .select({
      uuid: payments.id,
      position: payments.position,
      kind: payments.kind,
      title: payments.title,
      dueOn: payments.dueOn,
      amount: payments.amount,
      status: payments.status,
      paid: balances.paid,
    })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(payments.position))
    .prepare('paper_payments')

  const moved = database
    .select({
      uuid: operations.id,
      paymentId: operations.paymentId,
      kind: operations.kind,
      amount: operations.amount,
      at: operations.at,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(eq(payments.contractId, contractId))
    .prepare('paper_operations')

  async function findContract(ids: { userId: string; contractId: string }) {
    const [found] = await contract.execute(ids)
    return found ?? null
  }

  return {
    /** Null for a contract that the user may not see. */
    findContract,
    async contract(ids: { userId: string; contractId: string }) {
      return (await findContract(ids)) ?? throwProblem('not-found', 'No such contract, or not yours')
    },
    lines: (contractId: string) => lines.execute({ contractId }),
    operations: (contractId: string) => moved.execute({ contractId }),
  }
}

/**
 * A bill exists only for a payment expected from the customer: not for what is paid, cancelled, deferred or paid by
 * others.
 */
export function requireBillable<Counted extends PaymentLine>(line: Counted | undefined): Counted & { toPay: number } {
  if (!line) throwProblem('not-found', 'No such payment of this contract')
  const toPay = toPayOf(line)
  if (toPay === 0) throwProblem('nothing-to-pay', 'Nothing is to be paid of this now')
  return { ...line, toPay }
}

import { asc, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FoundContract } from '#contract/people/school-work.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { programs } from '#server/db/schema/programs.ts'
import {
  findCorrectedSearch,
  hasContractNumber,
  hasPaymentNumber,
  matchesSearch,
  type PeopleSearch,
  parseSearch,
  toTsQuery,
} from './people-search.ts'

const maxRows = 20

/** Contracts of a number, of a payment of the bank, or of a person; of the people who may be meant if there are none. */
export async function searchContracts(database: Database, typed: string): Promise<FoundContract[]> {
  const found = await findContracts(database, parseSearch(typed.trim()))
  const meant = found.length === 0 ? await findCorrectedSearch(database, typed.trim()) : null
  return meant ? findContracts(database, meant) : found
}

async function findContracts(database: Database, search: PeopleSearch): Promise<FoundContract[]> {
  const receipts = await receiptsOf(database, search.text)
  const fits = or(...conditionsOf(database, search, [...receipts.keys()]))
  if (fits === undefined) return []
  const [student, customer] = [alias(users, 'student'), alias(users, 'customer')]
  const rows = await database
    .select({
      uuid: contracts.id,
      number: contracts.number,
      status: contracts.status,
      program: programs.title,
      studentId: contracts.studentId,
      studentName: selectFullName(student),
      customerId: contracts.customerId,
      customerName: selectFullName(customer),
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(student, eq(student.id, contracts.studentId))
    .innerJoin(customer, eq(customer.id, contracts.customerId))
    .where(fits)
    .orderBy(desc(contracts.concludedOn), asc(contracts.number))
    .limit(maxRows)
  return rows.map(({ studentId, studentName, customerId, customerName, ...contract }) => ({
    ...contract,
    student: { id: studentId, name: studentName ?? '' },
    customer: { id: customerId, name: customerName ?? '' },
    receipt: receipts.get(contract.uuid) ?? null,
  }))
}

/** A person's contracts, and those whose number has the text in it. */
function conditionsOf(database: Database, search: PeopleSearch, ofReceipts: readonly string[]): SQL[] {
  const query = toTsQuery(search)
  const people = query && database.select({ id: users.id }).from(users).where(matchesSearch(query))
  const number = hasContractNumber(search.text)
  return [
    ...(ofReceipts.length > 0 ? [inArray(contracts.id, [...ofReceipts])] : []),
    ...(number ? [number] : []),
    ...(people ? [inArray(contracts.studentId, people), inArray(contracts.customerId, people)] : []),
  ]
}

/** Payments with this number of the bank, by contract. */
async function receiptsOf(database: Database, number: string) {
  const rows = await database
    .select({ contractId: payments.contractId, amount: operations.amount, at: operations.at })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(hasPaymentNumber(number))
    .limit(maxRows)
  const found = new Map<string, NonNullable<FoundContract['receipt']>>()
  for (const { contractId, amount, at } of rows) {
    const sum = amount + (found.get(contractId)?.amount ?? 0)
    found.set(contractId, { number, amount: sum, at: at.toISOString() })
  }
  return found
}

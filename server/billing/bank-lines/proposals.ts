import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { BankLineProposal, ProposedPart } from '#contract/billing/bank-lines.ts'
import type { BankLineHint } from '#contract/enumerations.ts'
import { nameKey } from '#contract/people/names.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { guardiansOf } from '#server/access/visible-students.ts'
import { matchPayer } from '#server/billing/ledger/match-payer.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { billLines, bills } from '#server/db/schema/bills.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { programs } from '#server/db/schema/programs.ts'
import { sumPayments, toPayOf } from '#server/enrolment/contracts/rules.ts'
import { billNumbersIn } from '#server/payment-details/bill-number.ts'
import { contractWordsIn, misspellingsOf } from '#server/payment-details/contract-words.ts'
import { proposeSplits } from './split-rules.ts'

export type ProposedFor = { amount: number; payerName: string | null; purpose: string }

const maxProposals = 5
const weights: Record<BankLineHint, number> = { named: 16, bill: 8, misspelt: 4, payer: 4, sum: 2 }

/** Contracts that the money may be for, the most likely one first, and those between which it may be divided. */
export async function findProposals(
  database: Database,
  line: ProposedFor,
): Promise<{ proposals: BankLineProposal[]; splits: ProposedPart[][] }> {
  const hints = new Map<string, Set<BankLineHint>>()
  const add = (hint: BankLineHint, ids: readonly { id: string }[]) => {
    for (const { id } of ids) hints.set(id, (hints.get(id) ?? new Set()).add(hint))
  }
  const words = contractWordsIn(line.purpose)
  add('named', await contractsOfNumbers(database, words))
  add('bill', await contractsOfBills(database, billNumbersIn(line.purpose)))
  add('misspelt', await contractsOfNumbers(database, words.flatMap(misspellingsOf)))
  add('payer', await contractsOfPayer(database, line.payerName ?? ''))
  for (const [id, own] of hints)
    if (own.has('named')) hints.set(id, new Set([...own].filter((hint) => hint !== 'misspelt')))
  const found = await readContracts(database, [...hints.keys()])
  const proposals = found
    .map(({ contractUuid, lines, ...facts }) => {
      const { debt } = sumPayments(lines)
      const expected = lines.map(toPayOf)
      const isSum = [...expected, debt, expected.reduce((sum, each) => sum + each, 0)].includes(line.amount)
      const own: BankLineHint[] = [...(hints.get(contractUuid) ?? []), ...(isSum ? (['sum'] as const) : [])]
      return { ...facts, contractUuid, left: debt, hints: own.toSorted((one, other) => weights[other] - weights[one]) }
    })
    .filter(({ left, hints: own }) => left > 0 || own.includes('named'))
    .toSorted((one, other) => weightOf(other.hints) - weightOf(one.hints) || compareNumbers(one, other))
    .slice(0, maxProposals)
  const divisible = found.map(({ lines, ...contract }) => ({
    ...contract,
    payer: payerOf(contract.customer.id, hints.get(contract.contractUuid)),
    instalments: lines.map(toPayOf).filter((amount) => amount > 0),
  }))
  return { proposals, splits: proposeSplits(divisible.toSorted(compareNumbers), line.amount) }
}

/** Contracts of a guardian, and contracts that the purpose names, may have several customers. */
function payerOf(customerId: string, hints: ReadonlySet<BankLineHint> | undefined): string {
  return (['payer', 'named'] as const).find((hint) => hints?.has(hint)) ?? customerId
}

function compareNumbers(one: { number: string }, other: { number: string }): number {
  return one.number < other.number ? -1 : 1
}

function weightOf(hints: readonly BankLineHint[]): number {
  return hints.reduce((sum, hint) => sum + weights[hint], 0)
}

async function contractsOfNumbers(database: Database, numbers: readonly string[]) {
  if (numbers.length === 0) return []
  const listed = listOf(numbers, 'text')
  return database.select({ id: contracts.id }).from(contracts).where(inArray(contracts.number, listed)).limit(20)
}

async function contractsOfBills(database: Database, numbers: readonly number[]) {
  if (numbers.length === 0) return []
  return database
    .selectDistinct({ id: payments.contractId })
    .from(bills)
    .innerJoin(billLines, eq(billLines.billId, bills.id))
    .innerJoin(payments, eq(payments.id, billLines.paymentId))
    .where(inArray(bills.number, [...numbers]))
}

/** Contracts of the customer, or of the children of a guardian, who is called so. */
async function contractsOfPayer(database: Database, name: string) {
  const words = nameKey(name).split(' ').filter(Boolean)
  if (words.length < 2) return []
  const listed = listOf(words, 'text')
  const people = await database
    .select({ id: users.id, lastName: users.lastName, firstName: users.firstName, patronym: users.patronym })
    .from(users)
    .where(
      sql`lower(replace(${users.lastName}, 'ё', 'е')) in ${listed} and lower(replace(${users.firstName}, 'ё', 'е')) in ${listed}`,
    )
    .limit(20)
  const called = people.filter((person) => matchPayer(name, [person]).kind === 'one').map(({ id }) => id)
  if (called.length === 0) return []
  return database
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      or(
        inArray(contracts.customerId, called),
        sql`exists (select from ${guardiansOf(contracts.studentId, 'relation')} as guardians where guardian_id in ${listOf(called, 'uuid')})`,
      ),
    )
    .limit(20)
}

async function readContracts(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const [student, customer] = [alias(users, 'student'), alias(users, 'customer')]
  const rows = await database
    .select({
      contractUuid: contracts.id,
      number: contracts.number,
      program: programs.title,
      student: { id: student.id, name: sql<string>`coalesce(${selectFullName(student)}, '')` },
      customer: { id: customer.id, name: sql<string>`coalesce(${selectFullName(customer)}, '')` },
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(student, eq(student.id, contracts.studentId))
    .innerJoin(customer, eq(customer.id, contracts.customerId))
    .where(inArray(contracts.id, [...ids]))
  const lines = await database
    .select({ contractId: payments.contractId, amount: payments.amount, status: payments.status, paid: balances.paid })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(inArray(payments.contractId, [...ids]))
    .orderBy(asc(payments.dueOn), asc(payments.position))
  const byContract = Map.groupBy(lines, ({ contractId }) => contractId)
  return rows.map((row) => ({ ...row, lines: byContract.get(row.contractUuid) ?? [] }))
}

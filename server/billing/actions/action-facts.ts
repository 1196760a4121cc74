import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { selectFullName } from '#server/access/user-columns.ts'
import { findGuardiansOf } from '#server/access/visible-students.ts'
import type { ContractAccount, LedgerLine } from '#server/billing/ledger/ledger.ts'
import { heldOf } from '#server/billing/terminations/rules.ts'
import { findUnderWay } from '#server/billing/terminations/terminable-contract.ts'
import type { Database } from '#server/db/client.ts'
import { contractActionEntries, contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { isOpenFreeze } from '#server/enrolment/contracts/contract-status.ts'
import { hasSigned } from '#server/enrolment/contracts/signatures.ts'
import { selectToTransfer } from '#server/enrolment/contracts/terminations.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { type ActionFacts, documentKey } from './rules.ts'

const students = alias(users, 'students')

/** A contract with what actions of the staff depend on. 404 for an unknown one. */
export async function findActable(database: Database, contractId: string) {
  const [found] = await database
    .select({
      id: contracts.id,
      number: contracts.number,
      status: contracts.status,
      groupId: contracts.groupId,
      customerId: contracts.customerId,
      studentId: contracts.studentId,
      enrolmentId: contracts.enrolmentId,
      needsSignatures: contracts.needsSignatures,
      campaign: campaigns.kind,
      createdAt: contracts.createdAt,
      customer: selectFullName(users),
      customerPhone: users.phone,
      student: students.firstName,
      studentName: selectFullName(students),
      isSignedByCode: sql<boolean>`${hasSigned(database, 'customer')}`,
      hasTransfer: sql<boolean>`exists (
        select from transfers where contract_id = ${contracts.id} and state = 'coming'
      )`,
      terminationState: terminations.state,
      terminationId: terminations.id,
      toTransfer: selectToTransfer,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.customerId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .leftJoin(
      terminations,
      and(eq(terminations.contractId, contracts.id), inArray(terminations.state, ['asked', 'returning'])),
    )
    .where(eq(contracts.id, contractId))
  return found ?? throwProblem('not-found', 'No such contract')
}
export type Actable = Awaited<ReturnType<typeof findActable>>

export type Entry = typeof contractActionEntries.$inferSelect

/** What the staff has done with a contract, the earliest first. */
function findEntries(database: Database, contractId: string): Promise<Entry[]> {
  return database
    .select()
    .from(contractActionEntries)
    .where(eq(contractActionEntries.contractId, contractId))
    .orderBy(contractActionEntries.at, contractActionEntries.id)
}

/** The freeze that is on, if the staff has made it here. */
export async function findFreeze(database: Database, contractId: string): Promise<Entry | undefined> {
  const [row] = await database
    .select()
    .from(contractActionEntries)
    .where(and(eq(contractActionEntries.contractId, contractId), isOpenFreeze))
  return row
}

/** Of the customer, the student, and each guardian of the student. */
async function isOwnContract(
  database: Database,
  { customerId, studentId }: Actable,
  personId: string,
): Promise<boolean> {
  if ([customerId, studentId].includes(personId)) return true
  const guardians = await findGuardiansOf(database, [studentId], 'relation')
  return guardians.some(({ guardianId }) => guardianId === personId)
}

/** All that decides about the actions of a contract and its payments. */
export async function readFacts(
  database: Database,
  { contract, account }: { contract: Actable; account: ContractAccount },
  { now, timeZone, byId }: CurrentTime & { byId: string | null },
) {
  const today = dayInZone(now, timeZone)
  const underWay = await findUnderWay(database, contract.id)
  const entries = await findEntries(database, contract.id)
  const isOwn = byId !== null && (await isOwnContract(database, contract, byId))
  const standing = entries.filter(({ undoneAt }) => undoneAt === null)
  const ofContract: ActionFacts['contract'] = {
    status: account.status,
    isOwn,
    held: heldOf(account.lines, underWay),
    isSigned: contract.isSignedByCode || standing.some(({ action }) => action === 'note-paper'),
    hasTermination: contract.terminationState !== null,
    isReturning: contract.terminationState === 'returning',
    toTransfer: contract.toTransfer,
    hasTransfer: contract.hasTransfer,
    isProgramme2035: contract.campaign !== 'year',
  }
  const ofLine = (line: LedgerLine): NonNullable<ActionFacts['payment']> => {
    const own = standing.filter(({ paymentId }) => paymentId === line.id)
    return {
      kind: line.kind,
      status: line.status,
      amount: line.amount,
      paid: line.paid,
      dueOn: line.dueOn,
      isFirst: line === account.lines[0],
      documents: own.flatMap(({ state }) => (state.document ? [documentKey(state.document)] : [])),
      wasReminded: own.some(({ action, at }) => action === 'remind' && dayInZone(at, timeZone) === today),
    }
  }
  return {
    underWay,
    entries,
    isOwn,
    today,
    of: (line: LedgerLine | null): ActionFacts => ({ today, contract: ofContract, payment: line && ofLine(line) }),
  }
}
export type ReadFacts = Awaited<ReturnType<typeof readFacts>>

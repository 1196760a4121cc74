import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Countersignable } from '#contract/enrolment/signing.ts'
import { staffCapacity } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Session } from '#server/app-types.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { programs } from '#server/db/schema/programs.ts'
import { contractSignatures } from '#server/db/schema/signatures.ts'
import { toContractText, type VersionedText } from '#server/documents/contract-text.ts'
import { findAgreement } from '#server/enrolment/contracts/agreements.ts'
import { isSignable } from '#server/enrolment/contracts/rules.ts'
import { findSignatures } from '#server/enrolment/contracts/signatures.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { currentRequestContext } from '#server/http/request-context.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import { lockForSigning } from './contract-to-sign.ts'

/** The text that the customer has signed. 404 for an unknown contract; 409 for one that does not wait for the school. */
export async function findCountersignable(database: Database, contractId: string): Promise<Countersignable> {
  const { number, text, customerSignature } = await findWaiting(database, contractId)
  return { number, text, customerSignature }
}

async function findWaiting(database: Database, contractId: string) {
  const { number, status, customerId } = contracts
  const [contract] = await database
    .select({ number, status, customerId })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  if (!contract) throwProblem('not-found', 'No such contract')
  const [customerSignature, schoolSignature] = await findSignatures(database, contractId)
  const agreement = await findAgreement(database, contractId)
  if (!agreement || !customerSignature || schoolSignature || !isSignable(contract.status))
    throwProblem('state-conflict', 'The contract does not wait for the signature of the school')
  const text: VersionedText = JSON.parse(agreement.text)
  return { ...contract, text: toContractText(text), customerSignature }
}

/** An administrator signs for the school: with a second factor, if the account has a contact to send its code to. */
export async function countersignContract(
  transaction: Database,
  { session, contractId, now }: { session: Session; contractId: string; now: Date },
): Promise<{ signedAt: string }> {
  await lockForSigning(transaction, contractId)
  const { number, status, customerId: subjectId } = await findWaiting(transaction, contractId)
  const { userId, user } = session
  if (subjectId === userId) throwProblem('state-conflict', 'One person may not sign for both sides')
  const [found] = await transaction
    .select({ name: selectFullName(users) })
    .from(users)
    .where(eq(users.id, userId))
  await signForSchool(transaction, contractId, {
    person: found?.name ?? '',
    capacity: staffCapacity,
    personId: userId,
    at: now,
    method: user.phone || user.email ? 'second-factor' : 'account',
    address: currentRequestContext().address,
  })
  await publishEvents(transaction, now, [
    { type: 'contract.changed', data: { collection: 'contracts', sourcedId: contractId, status } },
  ])
  await audit(transaction, { at: now, action: 'contract.countersigned', subjectId, detail: number })
  return { signedAt: now.toISOString() }
}

type SchoolSignature = Pick<
  typeof contractSignatures.$inferInsert,
  'person' | 'personId' | 'capacity' | 'method' | 'address'
> & { at: Date }

const students = alias(users, 'students')

/** Records the signature of the school and notifies the customer. */
export async function signForSchool(
  transaction: Database,
  contractId: string,
  signature: SchoolSignature,
): Promise<void> {
  await transaction.insert(contractSignatures).values({ ...signature, contractId, side: 'school' })
  const [contract] = await transaction
    .select({
      recipient: recipientColumns,
      customerId: contracts.customerId,
      studentId: contracts.studentId,
      student: students.firstName,
      number: contracts.number,
      course: programs.title,
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .where(eq(contracts.id, contractId))
  if (!contract) return
  const { recipient, number, course, student } = contract
  await notifyUsers(transaction, signature.at, [
    {
      recipient,
      kind: 'contract-signed',
      path: `/contracts-and-payments/${contractId}`,
      values: {
        number,
        course,
        student: contract.customerId === contract.studentId ? '' : student,
        by: signature.person,
      },
    },
  ])
}

import { and, eq, exists, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { Signature } from '#contract/enrolment/signing.ts'
import type { SignatureSide } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { contractSignatures } from '#server/db/schema/signatures.ts'
import type { PrintedSignature } from '#server/documents/contract-document.ts'
import { toZonedTime } from '#server/time/calendar-days.ts'
import { firstPaymentDays } from './rules.ts'

/** The page on which the customer signs. */
export function signingPage(contractId: string): string {
  return `/contracts-and-payments/${contractId}?dialog=sign`
}

/** The simple electronic signatures of a contract, the customer's first. */
export async function findSignatures(database: Database, contractId: string): Promise<Signature[]> {
  const { side, person, capacity, method, at } = contractSignatures
  const found = await database
    .select({ side, person, capacity, method, at })
    .from(contractSignatures)
    .where(eq(contractSignatures.contractId, contractId))
    .orderBy(side)
  return found.map((signature) => ({ ...signature, at: signature.at.toISOString() }))
}

/** The signatures as the PDF of the contract prints them. */
export async function findPrintedSignatures(
  database: Database,
  contractId: string,
  timeZone: string,
): Promise<PrintedSignature[]> {
  const { side, person, capacity, method, target, at } = contractSignatures
  const found = await database
    .select({ side, person, capacity, method, target, at })
    .from(contractSignatures)
    .where(eq(contractSignatures.contractId, contractId))
    .orderBy(side)
  return found.map(({ at, ...signature }) => ({
    ...signature,
    at: toZonedTime(at, timeZone).format('DD.MM.YYYY HH:mm:ss Z'),
  }))
}

/** Condition on `contracts`: this side has signed. */
export function hasSigned(database: Database, side: SignatureSide): SQL {
  const isIts = and(eq(contractSignatures.contractId, contracts.id), eq(contractSignatures.side, side))
  return exists(database.select({ side: contractSignatures.side }).from(contractSignatures).where(isIts))
}

type Signing = NonNullable<Contract['signing']>

/** Column of `contracts`: how far its signing is; null for a contract that is not signed with codes. */
export function selectSigning({ userId, timeZone }: { userId: Placeholder; timeZone: Placeholder }) {
  const { customerId, createdAt, needsSignatures, id } = contracts
  const signedAt = (side: SignatureSide) =>
    sql`(select at from ${contractSignatures} where ${contractSignatures.contractId} = ${id} and ${contractSignatures.side} = ${side})`
  // `users` is the student of the query around it.
  const customer = sql`(
    select coalesce(${selectFullName(users)}, '') from ${users} where ${users.id} = ${customerId}
  )`
  return sql<Signing | null>`case when ${needsSignatures} then json_build_object(
    'customer', ${customer},
    'isOwn', ${customerId} = ${userId},
    'until', (${createdAt} at time zone ${timeZone}::text)::date + ${sql.raw(String(firstPaymentDays))},
    'customerAt', ${signedAt('customer')},
    'schoolAt', ${signedAt('school')}
  ) end`
}

/** PostgreSQL writes instants in JSON with an offset. */
export function toInstants({ customerAt, schoolAt }: Signing): Pick<Signing, 'customerAt' | 'schoolAt'> {
  return { customerAt: instantOf(customerAt), schoolAt: instantOf(schoolAt) }
}

function instantOf(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

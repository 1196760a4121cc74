import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { ContractSigning } from '#contract/enrolment/signing.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { App } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { signingAgreements } from '#server/db/schema/signatures.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { currentRequestContext } from '#server/http/request-context.ts'

type Signing = NonNullable<App['env']['SCHOOL']['signing']>

/** The texts and people of the school's file. 409 once the school has taken them out of it. */
export function requireSigning({ SCHOOL }: App['env']): Signing {
  return SCHOOL.signing ?? throwProblem('state-conflict', 'The school does not sign contracts with codes any more')
}

/** JSON without spaces in Unicode form NFC, and its SHA-256. */
function canonicalAgreement({ agreement: { version, paragraphs } }: Signing): { text: string; hash: string } {
  const text = JSON.stringify({ version, paragraphs }).normalize('NFC')
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}

/** The present agreement, and whether the person has agreed to this text. */
export async function findSigningAgreement(
  database: Database,
  signing: Signing,
  personId: string,
): Promise<ContractSigning['agreement']> {
  const { hash } = canonicalAgreement(signing)
  const isIts = and(eq(signingAgreements.personId, personId), eq(signingAgreements.hash, hash))
  const isAccepted = (await database.$count(signingAgreements, isIts)) > 0
  return { ...signing.agreement, hash, isAccepted }
}

/** Records the agreement with the address of the device, once for each person and text. */
export async function acceptAgreement(
  transaction: Database,
  signing: Signing,
  { personId, readHash, at }: { personId: string; readHash: string; at: Date },
): Promise<void> {
  const { text, hash } = canonicalAgreement(signing)
  if (hash !== readHash) throwProblem('contract-text-changed', 'Another agreement than the one that was read')
  const [found] = await transaction
    .select({ name: selectFullName(users) })
    .from(users)
    .where(eq(users.id, personId))
  const { version } = signing.agreement
  const { address } = currentRequestContext()
  await transaction
    .insert(signingAgreements)
    .values({ personId, person: found?.name ?? '', version, text, hash, at, address })
    .onConflictDoNothing()
}

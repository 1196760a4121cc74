import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { contractAgreements } from '#server/db/schema/contracts.ts'
import type { PrintedAgreement } from '#server/documents/contract-document.ts'
import { canonicalContractText, hashContractText, type VersionedText } from '#server/documents/contract-text.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { currentRequestContext } from '#server/http/request-context.ts'
import { toZonedTime } from '#server/time/calendar-days.ts'

type AgreedText = { version: string; text: string; hash: string }

/** What is stored of an agreed text. 409 if the text that was read is another one by now. */
export function requireSameText(current: VersionedText, readHash: string): AgreedText {
  const text = canonicalContractText(current)
  const hash = hashContractText(text)
  if (hash !== readHash) throwProblem('contract-text-changed', 'Another text than the one that was read')
  return { version: current.version, text, hash }
}

type Agreement = AgreedText & { contractId: string; personId: string; person: string; at: Date }

/** Records the agreement with the address of the device, once per contract. */
export async function recordAgreement(transaction: Database, agreement: Agreement): Promise<void> {
  const { address } = currentRequestContext()
  await transaction.insert(contractAgreements).values({ ...agreement, address })
}

export async function findAgreement(database: Database, contractId: string) {
  const { at, person, version, text, hash } = contractAgreements
  const [agreement] = await database
    .select({ at, person, version, text, hash })
    .from(contractAgreements)
    .where(eq(contractAgreements.contractId, contractId))
  return agreement ?? null
}

/** The agreement as the PDF of the contract prints it. */
export async function findPrintedAgreement(
  database: Database,
  contractId: string,
  timeZone: string,
): Promise<PrintedAgreement | null> {
  const agreement = await findAgreement(database, contractId)
  if (agreement === null) return null
  const { person, hash, at } = agreement
  const text: VersionedText = JSON.parse(agreement.text)
  return { text, hash, person, at: toZonedTime(at, timeZone).format('DD.MM.YYYY HH:mm:ss Z') }
}

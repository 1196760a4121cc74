import { and, desc, eq } from 'drizzle-orm'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import { type ContractDocumentKind, contractDocumentKinds } from '#contract/enumerations.ts'
import { findCertificateFile } from '#server/billing/tax/certificate-file.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { findAgreement } from '#server/enrolment/contracts/agreements.ts'
import { createContractVerification } from '#server/enrolment/contracts/verification.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { IssuedDocument } from '#server/plugins/document-links.ts'
import type { createIssuedDocuments } from './issued-documents.ts'

/** `id`: of the payment, operation or certificate. */
type DocumentOfContract = { contractId: string; kind: ContractDocumentKind; id?: string | undefined }

/** One part of the address of a download. */
export function joinDocumentId({ kind, contractId, id = '' }: DocumentOfContract): string {
  return [kind, contractId, id].join('.')
}

export function splitDocumentId(joined: string): DocumentOfContract {
  const [name, contractId = '', id = ''] = joined.split('.')
  const kind = contractDocumentKinds.find((one) => one === name)
  return kind ? { kind, contractId, id } : throwProblem('not-found', 'No such document')
}

/** The documents of a contract, for the staff: as its customer gets them. 404 for an unknown one. */
export function createStaffDocuments(database: Database, documents: ReturnType<typeof createIssuedDocuments>) {
  async function customerOf(contractId: string): Promise<string> {
    const [found] = await database
      .select({ customerId: contracts.customerId })
      .from(contracts)
      .where(eq(contracts.id, contractId))
    return found?.customerId ?? throwProblem('not-found', 'No such contract')
  }

  async function certificate(contractId: string, certificateId: string): Promise<IssuedDocument> {
    if (certificateId === '') throwProblem('not-found', 'No certificate is named')
    const { id, applicantId } = taxCertificates
    const [found] = await database
      .select({ id, applicantId })
      .from(taxCertificates)
      .innerJoin(contracts, isOfContract)
      .where(and(eq(contracts.id, contractId), eq(id, certificateId)))
    const file = found && (await findCertificateFile(database, found))
    return file ?? throwProblem('not-found', 'No such certificate, or it is not ready')
  }

  async function issue({ contractId, kind, id = '' }: DocumentOfContract, userId: string): Promise<IssuedDocument> {
    switch (kind) {
      case 'contract':
        return documents.contract({ userId, contractId })
      case 'bill':
        return documents.bill({ userId, contractId, paymentId: id })
      case 'receipt':
        return documents.receipt({ userId, contractId, operationId: id })
      case 'certificate':
        return certificate(contractId, id)
    }
  }

  return {
    /** For the check before a link is made. */
    requireContract: customerOf,
    async issue(document: DocumentOfContract): Promise<IssuedDocument> {
      const ownerId = await customerOf(document.contractId)
      return { ...(await issue(document, ownerId)), ownerId }
    },
  }
}

const isOfContract = and(
  eq(contracts.customerId, taxCertificates.applicantId),
  eq(contracts.studentId, taxCertificates.studentId),
)

/** What the card of a contract names besides its payments: the code that is printed on it, and certificates. */
export async function findDocuments(
  database: Database,
  { contractId, number }: { contractId: string; number: string },
): Promise<ContractCard['documents']> {
  const agreement = await findAgreement(database, contractId)
  const { id: uuid, year, number: certificateNumber, state, readyAt } = taxCertificates
  const certificates = await database
    .select({ uuid, year, number: certificateNumber, state, readyAt })
    .from(taxCertificates)
    .innerJoin(contracts, isOfContract)
    .where(eq(contracts.id, contractId))
    .orderBy(desc(year))
  return {
    code: agreement && (await createContractVerification(database).codeOf({ number, hash: agreement.hash })),
    certificates: certificates.map((one) => ({ ...one, readyAt: one.readyAt?.toISOString() ?? null })),
  }
}

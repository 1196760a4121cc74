import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { deductibleStudents } from '#server/access/deductible-students.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import { createIssuedDocuments } from '#server/billing/bills/issued-documents.ts'
import { findCertificateFile } from '#server/billing/tax/certificate-file.ts'
import type { Database } from '#server/db/client.ts'
import { bills } from '#server/db/schema/bills.ts'
import { balances, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { ticketFiles, ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { avatars } from '#server/db/schema/storage.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { cleanFileName } from '#server/http/file-names.ts'
import { HttpError } from '#server/http/http-error.ts'
import { communicationSections } from '#server/personal-data/sections/communication.ts'
import type { Scope } from '#server/personal-data/sections/section.ts'

export type DocumentContext = {
  database: Database
  clock: () => Date
  timeZone: string
  payees: Record<Branch, Payee>
  publicUrl: string
}
type Owner = Scope
type ArchiveFile = { name: string; content: Buffer }

/** The PDF documents that the person may see, and the files that the person has uploaded, one after the other. */
export async function* archiveFiles(context: DocumentContext, owner: Owner): AsyncGenerator<ArchiveFile> {
  const taken = new Set<string>()
  const files = [documentsOfContracts(context, owner), certificates(context, owner), uploads(context, owner)]
  for (const some of files) for await (const { name, content } of some) yield { name: freeName(name, taken), content }
}

/** Two documents may have the same name, as two payments of one day. */
function freeName(name: string, taken: Set<string>): string {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const clean = cleanFileName(name, { maxLength: 120, fallback: 'file' })
  const dot = clean.lastIndexOf('.')
  for (let number = 1; ; number += 1) {
    const free = folder + (number === 1 ? clean : `${clean.slice(0, dot)} (${number})${clean.slice(dot)}`)
    if (taken.has(free)) continue
    taken.add(free)
    return free
  }
}

async function* documentsOfContracts(context: DocumentContext, { userId }: Owner): AsyncGenerator<ArchiveFile> {
  const { database } = context
  const documents = createIssuedDocuments(context)
  const found = await database
    .select({ contractId: contracts.id })
    .from(contracts)
    .where(isContractVisibleTo(userId))
    .orderBy(contracts.createdAt, contracts.id)
  for (const { contractId } of found) {
    const ids = { userId, contractId }
    yield* inFolder('contracts', () => documents.contract(ids))
    const received = await database
      .select({ operationId: operations.id })
      .from(operations)
      .innerJoin(payments, eq(payments.id, operations.paymentId))
      .where(and(eq(payments.contractId, contractId), eq(operations.kind, 'ReceivingDS')))
      .orderBy(operations.at, operations.id)
    for (const { operationId } of received)
      yield* inFolder('receipts', () => documents.receipt({ ...ids, operationId }))
    const owed = await database
      .select({ paymentId: payments.id })
      .from(payments)
      .innerJoin(balances, eq(balances.paymentId, payments.id))
      .where(and(eq(payments.contractId, contractId), gt(payments.amount, balances.paid)))
      .orderBy(payments.position)
    for (const { paymentId } of owed) yield* inFolder('bills', () => documents.bill({ ...ids, paymentId }))
  }
  const joint = await database
    .select({ id: bills.id })
    .from(bills)
    .where(eq(bills.payerId, userId))
    .orderBy(bills.number)
  for (const { id } of joint) yield* inFolder('bills', () => documents.jointBill(userId, [id]))
}

/** Nothing for a document that does not exist now, as a bill of what is paid, or the receipt of returned money. */
async function* inFolder(
  folder: string,
  issue: () => Promise<{ fileName: string; content: Buffer }>,
): AsyncGenerator<ArchiveFile> {
  try {
    const { fileName, content } = await issue()
    yield { name: `documents/${folder}/${fileName}`, content }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
}

async function* certificates({ database }: DocumentContext, { userId }: Owner): AsyncGenerator<ArchiveFile> {
  const found = await database
    .select({ id: taxCertificates.id })
    .from(taxCertificates)
    .where(
      and(
        eq(taxCertificates.applicantId, userId),
        isNotNull(taxCertificates.file),
        sql`${taxCertificates.studentId} = any(${deductibleStudents(userId)})`,
      ),
    )
    .orderBy(taxCertificates.requestedAt, taxCertificates.id)
  for (const { id } of found) {
    const certificate = await findCertificateFile(database, { id, applicantId: userId })
    if (!certificate) continue
    yield { name: `documents/certificates/${certificate.fileName}`, content: certificate.content }
  }
}

async function* uploads({ database }: DocumentContext, owner: Owner): AsyncGenerator<ArchiveFile> {
  const { own } = owner
  const pictures = await database
    .select({ name: avatars.name })
    .from(avatars)
    .where(inArray(avatars.ownerId, own))
    .orderBy(avatars.uploadedAt, avatars.name)
  for (const { name } of pictures) {
    const [picture] = await database.select({ content: avatars.content }).from(avatars).where(eq(avatars.name, name))
    if (picture) yield { name: `files/avatars/${name}.webp`, content: picture.content }
  }
  const files = await database
    .select({ id: ticketFiles.id })
    .from(ticketFiles)
    .leftJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
    .leftJoin(ticketMessages, eq(ticketMessages.id, ticketFiles.messageId))
    // What an employee has attached to the conversations of others is theirs.
    .where(and(inArray(ticketFiles.ownerId, own), communicationSections.ticketFiles.where(owner)))
    .orderBy(ticketFiles.uploadedAt, ticketFiles.id)
  for (const { id } of files) {
    const [file] = await database
      .select({ name: ticketFiles.name, content: ticketFiles.content })
      .from(ticketFiles)
      .where(eq(ticketFiles.id, id))
    if (file) yield { name: `files/messages/${file.name}`, content: file.content }
  }
}

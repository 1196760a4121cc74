import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { buildBill } from '#server/documents/bill.ts'
import { buildContractDocument, type PrintedProof } from '#server/documents/contract-document.ts'
import { buildJointBill } from '#server/documents/joint-bill.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { findPrintedAgreement } from '#server/enrolment/contracts/agreements.ts'
import { findPrintedSignatures } from '#server/enrolment/contracts/signatures.ts'
import { dueDayOf, waitsForCustomer } from '#server/enrolment/contracts/unsigned-payments.ts'
import { createContractVerification } from '#server/enrolment/contracts/verification.ts'
import { buildQrCode } from '#server/payment-details/payment-qr-code.ts'
import type { IssuedDocument } from '#server/plugins/document-links.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { readJointBill } from './joint-bills.ts'
import { renderReceipt, requireReceipt } from './payment-receipts.ts'
import { preparePrintableContract, requireBillable } from './printable-contract.ts'

type Context = {
  database: Database
  clock: () => Date
  timeZone: string
  payees: Record<Branch, Payee>
  publicUrl: string
}
type OfContract = { userId: string; contractId: string }
type OfPayment = OfContract & { paymentId: string }
type OfOperation = OfContract & { operationId: string }

/** The PDF documents of contracts and payments, each for a person who may see them; 404 for others. */
export function createIssuedDocuments({ database, clock, timeZone, payees, publicUrl }: Context) {
  const verification = createContractVerification(database)
  const read = preparePrintableContract(database)
  const madeOn = () => dayInZone(clock(), timeZone)

  async function proofOf(number: string, hash: string): Promise<PrintedProof> {
    const code = await verification.codeOf({ number, hash })
    const page = new URL('/verify', publicUrl)
    const squares = buildQrCode(`${page}?${new URLSearchParams({ number, code })}`)
    return { code, address: String(page), squares }
  }

  async function billedPayment({ paymentId, ...ids }: OfPayment) {
    const contract = await read.contract(ids)
    const lines = await read.lines(ids.contractId)
    return { contract, payment: requireBillable(lines.find(({ uuid }) => uuid === paymentId)) }
  }

  return {
    /** For the checks before a link is made. */
    requireContract: (ids: OfContract) => read.contract(ids),
    requireBillable: billedPayment,
    requireReceipt: (ids: OfOperation) => requireReceipt(read, ids),

    async contract({ userId, contractId }: OfContract): Promise<IssuedDocument> {
      const contract = await read.contract({ userId, contractId })
      const lines = await read.lines(contractId)
      const agreement = await findPrintedAgreement(database, contractId, timeZone)
      const signatures = await findPrintedSignatures(database, contractId, timeZone)
      const customerAt = signatures.find(({ side }) => side === 'customer')?.at ?? null
      const days = { isWaiting: waitsForCustomer({ ...contract, customerAt }), today: madeOn() }
      const planned = lines.map((line) => ({
        ...line,
        dueOn: dueDayOf(line, days),
        isCanceled: line.status === 'Canceled',
      }))
      const { frame, parts, fileName } = buildContractDocument({
        ...contract,
        payments: planned,
        payee: payees[contract.branch],
        madeOn: madeOn(),
        signatures,
        agreement: agreement && { ...agreement, proof: await proofOf(contract.number, agreement.hash) },
      })
      return { fileName, content: await renderDocument(frame, parts) }
    },

    async bill(ids: OfPayment): Promise<IssuedDocument> {
      const { contract, payment } = await billedPayment(ids)
      const bill = buildBill({ ...contract, payment, payee: payees[contract.branch], madeOn: madeOn() })
      return { fileName: bill.fileName, content: await renderDocument(bill.frame, bill.parts) }
    },

    async receipt(ids: OfOperation): Promise<IssuedDocument> {
      return renderReceipt(await requireReceipt(read, ids), { payees, now: clock(), timeZone })
    },

    async jointBill(payerId: string, ids: readonly string[]): Promise<IssuedDocument> {
      const bill = await readJointBill(database, { payerId, ids, payees, now: clock(), timeZone })
      const { frame, parts, fileName } = buildJointBill(bill)
      return { fileName, content: await renderDocument(frame, parts) }
    },
  }
}

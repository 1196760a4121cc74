import { getBillLink, getContractLink, getPayee, getReceiptLink, makeJointBill } from '#contract/enrolment/contracts.ts'
import type { App, Session } from '#server/app-types.ts'
import { buildBill } from '#server/documents/bill.ts'
import { buildContractDocument, type PrintedProof } from '#server/documents/contract-document.ts'
import { buildJointBill } from '#server/documents/joint-bill.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { findPrintedAgreement } from '#server/enrolment/contracts/agreements.ts'
import { findPrintedSignatures } from '#server/enrolment/contracts/signatures.ts'
import { dueDayOf, waitsForCustomer } from '#server/enrolment/contracts/unsigned-payments.ts'
import { createContractVerification } from '#server/enrolment/contracts/verification.ts'
import { buildQrCode } from '#server/payment-details/payment-qr-code.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveDocuments } from '#server/plugins/document-links.ts'
import { noContract } from '#server/plugins/request-validation.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { makeJointBills, readJointBill } from './joint-bills.ts'
import { renderReceipt, requireReceipt } from './payment-receipts.ts'
import { preparePrintableContract, requireBillable } from './printable-contract.ts'

export async function billsRoutes(app: App) {
  const { PAYEE: mainPayee, PAYEES: payees, PUBLIC_URL, TIME_ZONE } = app.env
  const verification = createContractVerification(app.database)
  const read = preparePrintableContract(app.database)
  const madeOn = () => dayInZone(app.clock(), TIME_ZONE)

  async function contractWithLines(contractId: string, { userId }: Session) {
    const contract = await read.contract({ userId, contractId })
    return { contract, lines: await read.lines(contractId) }
  }

  async function billedPayment(contractId: string, paymentId: string, session: Session) {
    const { contract, lines } = await contractWithLines(contractId, session)
    return { contract, payment: requireBillable(lines.find(({ uuid }) => uuid === paymentId)) }
  }

  // Checked again at download: the payment may have arrived since the link was created.
  const linkToBill = serveDocuments(app, 'bill', async (id, session) => {
    const [contractId = '', paymentId = ''] = id.split('.')
    const { contract, payment } = await billedPayment(contractId, paymentId, session)
    const { frame, parts, fileName } = buildBill({
      ...contract,
      payment,
      payee: payees[contract.branch],
      madeOn: madeOn(),
    })
    return { fileName, content: await renderDocument(frame, parts) }
  })

  async function proofOf(number: string, hash: string): Promise<PrintedProof> {
    const code = await verification.codeOf({ number, hash })
    const page = new URL('/verify', PUBLIC_URL)
    const squares = buildQrCode(`${page}?${new URLSearchParams({ number, code })}`)
    return { code, address: String(page), squares }
  }

  const linkToContract = serveDocuments(app, 'contract', async (contractId, session) => {
    const { contract, lines } = await contractWithLines(contractId, session)
    const agreement = await findPrintedAgreement(app.database, contractId, TIME_ZONE)
    const signatures = await findPrintedSignatures(app.database, contractId, TIME_ZONE)
    const customerAt = signatures.find(({ side }) => side === 'customer')?.at ?? null
    const days = { isWaiting: waitsForCustomer({ ...contract, customerAt }), today: madeOn() }
    const planned = lines.map((line) => ({
      ...{ ...line, dueOn: dueDayOf(line, days) },
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
  })

  // Checked again at download: the payment may have been returned since the link was created.
  const linkToReceipt = serveDocuments(app, 'payment-receipt', async (id, { userId }) => {
    const [contractId = '', operationId = ''] = id.split('.')
    const receipt = await requireReceipt(read, { userId, contractId, operationId })
    return renderReceipt(receipt, { payees, now: app.clock(), timeZone: TIME_ZONE })
  })

  // Checked again at download: something may have been paid since the link was created.
  const linkToJointBill = serveDocuments(app, 'joint-bill', async (id, { userId }) => {
    const ids = id.split('.')
    const bill = await readJointBill(app.database, {
      ...{ payerId: userId, ids, payees },
      ...{ now: app.clock(), timeZone: TIME_ZONE },
    })
    const { frame, parts, fileName } = buildJointBill(bill)
    return { fileName, content: await renderDocument(frame, parts) }
  })

  registerCall(app, getBillLink, async ({ session, params: { contractId, paymentId } }) => {
    await billedPayment(contractId, paymentId, session)
    return { url: await linkToBill(`${contractId}.${paymentId}`, session) }
  })
  registerCall(app, getContractLink, async ({ session, params: { contractId } }) => {
    await read.contract({ userId: session.userId, contractId })
    return { url: await linkToContract(contractId, session) }
  })
  registerCall(app, getReceiptLink, async ({ session, params: { contractId, operationId } }) => {
    await requireReceipt(read, { userId: session.userId, contractId, operationId })
    return { url: await linkToReceipt(`${contractId}.${operationId}`, session) }
  })
  registerCall(app, makeJointBill, async ({ session, body }) => {
    const wish = { payerId: session.userId, paymentIds: [...new Set(body.paymentUuids)], payees, now: app.clock() }
    const ids = await app.database.transaction((transaction) => makeJointBills(transaction, wish))
    return { url: await linkToJointBill(ids.join('.'), session) }
  })
  registerCall(app, getPayee, async ({ session, params: { contractId } }) => {
    // Pages of the release before ask for the payee of all contracts.
    if (contractId === noContract) return mainPayee
    const { branch } = await read.contract({ userId: session.userId, contractId })
    return payees[branch]
  })
}

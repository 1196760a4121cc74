import { getContractDocumentLink } from '#contract/billing/contract-actions.ts'
import { getBillLink, getContractLink, getPayee, getReceiptLink, makeJointBill } from '#contract/enrolment/contracts.ts'
import { passesRoleCheck } from '#contract/roles.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveDocuments } from '#server/plugins/document-links.ts'
import { noContract } from '#server/plugins/request-validation.ts'
import { createIssuedDocuments } from './issued-documents.ts'
import { makeJointBills } from './joint-bills.ts'
import { createStaffDocuments, joinDocumentId, splitDocumentId } from './staff-documents.ts'

export async function billsRoutes(app: App) {
  const { PAYEE: mainPayee, PAYEES: payees, PUBLIC_URL: publicUrl, TIME_ZONE: timeZone } = app.env
  const { database, clock } = app
  const documents = createIssuedDocuments({ database, clock, timeZone, payees, publicUrl })

  // Checked again at download: the payment may have arrived, or been returned, since the link was created.
  const linkToBill = serveDocuments(app, 'bill', (id, { userId }) => {
    const [contractId = '', paymentId = ''] = id.split('.')
    return documents.bill({ userId, contractId, paymentId })
  })
  const linkToContract = serveDocuments(app, 'contract', (contractId, { userId }) =>
    documents.contract({ userId, contractId }),
  )
  const linkToReceipt = serveDocuments(app, 'payment-receipt', (id, { userId }) => {
    const [contractId = '', operationId = ''] = id.split('.')
    return documents.receipt({ userId, contractId, operationId })
  })
  const linkToJointBill = serveDocuments(app, 'joint-bill', (id, { userId }) =>
    documents.jointBill(userId, id.split('.')),
  )

  const staffDocuments = createStaffDocuments(database, documents)
  const linkForStaff = serveDocuments(app, 'contract-document', (id, { roles }) =>
    passesRoleCheck('admin', roles)
      ? staffDocuments.issue(splitDocumentId(id))
      : throwProblem('not-found', 'Documents of others are for the staff'),
  )

  registerCall(app, getContractDocumentLink, async ({ session, params: { contractId }, query: { kind, id } }) => {
    await staffDocuments.requireContract(contractId)
    return { url: await linkForStaff(joinDocumentId({ kind, contractId, id }), session) }
  })
  registerCall(app, getBillLink, async ({ session, params: { contractId, paymentId } }) => {
    await documents.requireBillable({ userId: session.userId, contractId, paymentId })
    return { url: await linkToBill(`${contractId}.${paymentId}`, session) }
  })
  registerCall(app, getContractLink, async ({ session, params: { contractId } }) => {
    await documents.requireContract({ userId: session.userId, contractId })
    return { url: await linkToContract(contractId, session) }
  })
  registerCall(app, getReceiptLink, async ({ session, params: { contractId, operationId } }) => {
    await documents.requireReceipt({ userId: session.userId, contractId, operationId })
    return { url: await linkToReceipt(`${contractId}.${operationId}`, session) }
  })
  registerCall(app, makeJointBill, async ({ session, body }) => {
    const wish = { payerId: session.userId, paymentIds: [...new Set(body.paymentUuids)], payees, now: clock() }
    const ids = await database.transaction((transaction) => makeJointBills(transaction, wish))
    return { url: await linkToJointBill(ids.join('.'), session) }
  })
  registerCall(app, getPayee, async ({ session, params: { contractId } }) => {
    // Pages of the release before ask for the payee of all contracts.
    if (contractId === noContract) return mainPayee
    const { branch } = await documents.requireContract({ userId: session.userId, contractId })
    return payees[branch]
  })
}

import { getBillLink, getContractLink, getPayee } from '#contract/contracts.ts'
import { dayAt } from '#server/days.ts'
import { billOf } from '#server/documents/bill.ts'
import { contractPaper } from '#server/documents/contract-paper.ts'
import { makeDocument } from '#server/documents/document.ts'
import { serveDocuments } from '#server/documents/links.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App, Session } from '#server/surroundings.ts'
import { billable, paperReader } from './papers.ts'

export async function billsRoutes(app: App) {
  const { PAYEE: payee, TIME_ZONE } = app.env
  const read = paperReader(app.database)
  const madeOn = () => dayAt(app.clock(), TIME_ZONE)

  async function contractWithLines(contractId: string, { userId }: Session) {
    const contract = await read.contract({ userId, contractId })
    return { contract, lines: await read.lines(contractId) }
  }

  async function billedPayment(contractId: string, paymentId: string, session: Session) {
    const { contract, lines } = await contractWithLines(contractId, session)
    return { contract, payment: billable(lines.find(({ uuid }) => uuid === paymentId)) }
  }

  // What was paid since the link was made is no longer asked for.
  const linkToBill = serveDocuments(app, 'bill', async (id, session) => {
    const [contractId = '', paymentId = ''] = id.split('.')
    const { contract, payment } = await billedPayment(contractId, paymentId, session)
    const { frame, parts, fileName } = billOf({ ...contract, payment, payee, madeOn: madeOn() })
    return { fileName, content: await makeDocument(frame, parts) }
  })

  const linkToContract = serveDocuments(app, 'contract', async (contractId, session) => {
    const { contract, lines } = await contractWithLines(contractId, session)
    const planned = lines.map((line) => ({ ...line, isCanceled: line.status === 'Canceled' }))
    const { frame, parts, fileName } = contractPaper({ ...contract, payments: planned, payee, madeOn: madeOn() })
    return { fileName, content: await makeDocument(frame, parts) }
  })

  serve(app, getBillLink, async ({ session, params: { contractId, paymentId } }) => {
    await billedPayment(contractId, paymentId, session)
    return { url: await linkToBill(`${contractId}.${paymentId}`, session) }
  })
  serve(app, getContractLink, async ({ session, params: { contractId } }) => {
    await read.contract({ userId: session.userId, contractId })
    return { url: await linkToContract(contractId, session) }
  })
  serve(app, getPayee, () => payee)
}

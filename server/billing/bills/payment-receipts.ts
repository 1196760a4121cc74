import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { buildPaymentReceipt, type PaymentReceipt } from '#server/documents/payment-receipt.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { hasReceipt, outgoingParts } from '#server/enrolment/contracts/rules.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { IssuedDocument } from '#server/plugins/document-links.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import type { preparePrintableContract } from './printable-contract.ts'

type Read = ReturnType<typeof preparePrintableContract>
type Ids = { userId: string; contractId: string; operationId: string }
type StoredReceipt = Omit<PaymentReceipt, 'payee' | 'madeOn' | 'paidOn'> & { at: Date; branch: Branch }

/** The receipt of an operation; `unknown` for one that is not the user's or brought no money, `returned` afterwards. */
export async function findReceipt(
  read: Read,
  { userId, contractId, operationId }: Ids,
): Promise<StoredReceipt | 'unknown' | 'returned'> {
  const contract = await read.findContract({ userId, contractId })
  if (!contract) return 'unknown'
  const stored = (await read.operations(contractId)).map((each) => ({ ...each, at: each.at.toISOString() }))
  const operation = stored.find(({ uuid }) => uuid === operationId)
  const line = (await read.lines(contractId)).find(({ uuid }) => uuid === operation?.paymentId)
  if (!operation || !line || operation.kind !== 'ReceivingDS') return 'unknown'
  const outgoing = outgoingParts(stored.filter(({ paymentId }) => paymentId === line.uuid))
  if (!hasReceipt(operation, outgoing)) return 'returned'
  const { amount, at } = operation
  return { ...contract, payment: line, amount, at: new Date(at), returned: 0, moved: 0, ...outgoing.get(operationId) }
}

export async function requireReceipt(read: Read, ids: Ids): Promise<StoredReceipt> {
  const found = await findReceipt(read, ids)
  if (found === 'unknown') throwProblem('not-found', 'No such payment of this contract')
  if (found === 'returned') throwProblem('state-conflict', 'The money was returned')
  return found
}

export async function renderReceipt(
  { at, branch, ...receipt }: StoredReceipt,
  { payees, now, timeZone }: CurrentTime & { payees: Record<Branch, Payee> },
): Promise<IssuedDocument> {
  const [paidOn, madeOn] = [dayInZone(at, timeZone), dayInZone(now, timeZone)]
  const { frame, parts, fileName } = buildPaymentReceipt({ ...receipt, payee: payees[branch], paidOn, madeOn })
  return { fileName, content: await renderDocument(frame, parts) }
}

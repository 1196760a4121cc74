import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { PageContext } from '#server/idp/interactions/page-context.ts'
import { hashToken } from '#server/security/tokens.ts'
import { type BankPayment, type BankRefund, type BankStore, chargeOf, newPayment, receiptOf } from './bank-payments.ts'
import { requestedPayment, requestedRefund } from './bank-requests.ts'

type BankApi = {
  store: BankStore
  clock: () => Date
  shopId: string
  secretKey: string
  pageOf: (id: string) => string
  notify: (event: string, object: object) => void
}

const maxBody = 256 * 1024

/** The part of ЮKassa's API v3 that the application uses, at `/demo-bank/v3`. */
export function createBankApi({ store, clock, shopId, secretKey, pageOf, notify }: BankApi) {
  const authorization = hashToken(`Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`)

  return async (context: PageContext, path: string): Promise<void> => {
    context.type = 'json'
    if (hashToken(context.get('authorization')) !== authorization)
      return fail(context, 401, 'invalid_credentials', 'Basic authentication failed')
    const [, collection = '', id] = /^\/(payments|refunds|receipts)(?:\/([\w-]+))?$/.exec(path) ?? []
    if (context.method === 'POST' && id === undefined) {
      if (collection === 'payments') return createPayment(context)
      if (collection === 'refunds') return createRefund(context)
    }
    if (context.method === 'GET') {
      if (collection === 'payments')
        return id === undefined ? listPayments(context) : answer(context, shown(await store.read(id)))
      if (collection === 'refunds')
        return id === undefined ? listRefunds(context) : answer(context, shown(await store.readRefund(id)))
      if (collection === 'receipts') return listReceipts(context)
    }
    return fail(context, 404, 'not_found', 'Nothing is at this address')
  }

  async function createPayment(context: PageContext): Promise<void> {
    const wanted = await read(context, requestedPayment)
    if (!wanted) return
    const { id, isNew } = await store.once(`payment ${wanted.key}`, randomUUID())
    // A former attempt may have ended between its key and its payment.
    const known = isNew ? null : await store.read(id)
    if (known) return answer(context, shown(known))
    const payment = newPayment({ id, accountId: shopId, pageUrl: pageOf(id), now: clock() }, wanted.data)
    const { payment_method_id: saved } = wanted.data
    const made = saved === undefined ? payment : chargeOf(payment, await store.read(saved), clock())
    if (!made) return fail(context, 400, 'invalid_request', 'The card is not saved', 'payment_method_id')
    if (!(await store.add(made))) return answer(context, shown(await store.read(id)))
    if (made.status !== 'pending') notify(`payment.${made.status}`, shown(made) ?? {})
    return answer(context, shown(made))
  }

  async function createRefund(context: PageContext): Promise<void> {
    const wanted = await read(context, requestedRefund)
    if (!wanted) return
    const { id } = await store.once(`refund ${wanted.key}`, randomUUID())
    const refund = await store.giveBack(wanted.data, { id, now: clock() })
    if (!refund) return fail(context, 400, 'invalid_request', 'The payment cannot be returned', 'payment_id')
    notify('refund.succeeded', shown(refund) ?? {})
    return answer(context, shown(refund))
  }

  async function listPayments(context: PageContext): Promise<void> {
    const part = partOf(context)
    return answerList(context, part, await store.list(sinceOf(context), part))
  }

  async function listRefunds(context: PageContext): Promise<void> {
    const part = partOf(context)
    const { payment_id: paymentId } = context.query
    const which = { since: sinceOf(context), paymentId: paymentId === undefined ? undefined : String(paymentId) }
    return answerList(context, part, await store.listRefunds(which, part))
  }

  async function listReceipts(context: PageContext): Promise<void> {
    const { payment_id: paymentId, refund_id: refundId } = context.query
    const of = paymentId === undefined ? await store.readRefund(String(refundId)) : await store.read(String(paymentId))
    return answer(context, { type: 'list', items: of?.receipt_registration ? [receiptOf(of)] : [] })
  }
}

function sinceOf(context: PageContext): Date {
  return new Date(String(context.query['created_at.gte'] ?? 0))
}

function partOf({ query: { cursor, limit } }: PageContext) {
  return { from: Number(cursor ?? 0), limit: Math.min(100, Number(limit ?? 10)) }
}

function answerList(
  context: PageContext,
  { from, limit }: { from: number; limit: number },
  { items, isLast }: { items: (BankPayment | BankRefund)[]; isLast: boolean },
): void {
  answer(context, { type: 'list', items: items.map(shown), ...(!isLast && { next_cursor: String(from + limit) }) })
}

/** Without what only the bank knows. */
export function shown(object: BankPayment | BankRefund | null): object | null {
  if (!object) return null
  const { bank: _, ...rest } = object
  return rest
}

/** The key and the body of a POST; answers a fault itself. */
async function read<Schema extends z.ZodType>(
  context: PageContext,
  schema: Schema,
): Promise<{ key: string; data: z.output<Schema> } | null> {
  const key = context.get('idempotence-key')
  if (key === '' || key.length > 64) {
    fail(context, 400, 'invalid_request', 'Idempotence key is missing', 'Idempotence-Key')
    return null
  }
  const { success, data, error } = schema.safeParse(await readJson(context))
  if (success) return { key, data }
  fail(context, 400, 'invalid_request', 'The body is not as documented', error.issues[0]?.path.join('.') ?? '')
  return null
}

async function readJson(context: PageContext): Promise<unknown> {
  let text = ''
  for await (const chunk of context.req.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk
    if (text.length > maxBody) return null
  }
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function answer(context: PageContext, object: object | null): void {
  if (object === null) fail(context, 404, 'not_found', 'No such object')
  else {
    context.status = 200
    context.body = JSON.stringify(object)
  }
}

function fail(context: PageContext, status: number, code: string, description: string, parameter?: string): void {
  context.status = status
  context.body = JSON.stringify({ type: 'error', id: randomUUID(), code, description, ...(parameter && { parameter }) })
}

import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { PageContext } from '#server/idp/interactions/page-context.ts'
import { hashToken } from '#server/security/tokens.ts'
import { type BankPayment, type BankStore, chargeOf, newPayment, receiptOf, refundOf } from './bank-payments.ts'
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
        return id === undefined ? listRefunds(context) : answer(context, await store.readRefund(id))
      if (collection === 'receipts') return listReceipts(context)
    }
    return fail(context, 404, 'not_found', 'Nothing is at this address')
  }

  async function createPayment(context: PageContext): Promise<void> {
    const wanted = await read(context, requestedPayment)
    if (!wanted) return
    const fresh = randomUUID()
    const id = await store.once(`payment ${wanted.key}`, fresh)
    if (id === fresh) {
      const payment = newPayment({ id, accountId: shopId, pageUrl: pageOf(id), now: clock() }, wanted.data)
      const { payment_method_id: saved } = wanted.data
      const made = saved === undefined ? payment : chargeOf(payment, await store.read(saved), clock())
      if (!made) return fail(context, 400, 'invalid_request', 'The card is not saved', 'payment_method_id')
      await store.add(made)
      if (made.status !== 'pending') notify(`payment.${made.status}`, shown(made) ?? {})
    }
    return answer(context, shown(await store.read(id)))
  }

  async function createRefund(context: PageContext): Promise<void> {
    const wanted = await read(context, requestedRefund)
    if (!wanted) return
    const fresh = randomUUID()
    const id = await store.once(`refund ${wanted.key}`, fresh)
    if (id !== fresh) return answer(context, await store.readRefund(id))
    const made: { refund?: NonNullable<ReturnType<typeof refundOf>>['refund'] } = {}
    await store.change(wanted.data.payment_id, (payment) => {
      const returned = refundOf(payment, wanted.data, { id, now: clock() })
      if (returned) made.refund = returned.refund
      return returned?.payment ?? null
    })
    if (!made.refund) return fail(context, 400, 'invalid_request', 'The payment cannot be returned', 'payment_id')
    await store.addRefund(made.refund)
    notify('refund.succeeded', made.refund)
    return answer(context, made.refund)
  }

  async function listPayments(context: PageContext): Promise<void> {
    const since = new Date(String(context.query['created_at.gte'] ?? 0))
    const from = Number(context.query.cursor ?? 0)
    const limit = Math.min(100, Number(context.query.limit ?? 10))
    const all = await store.list(since)
    const items = all.slice(from, from + limit).map(shown)
    return answer(context, {
      type: 'list',
      items,
      ...(from + limit < all.length && { next_cursor: String(from + limit) }),
    })
  }

  async function listRefunds(context: PageContext): Promise<void> {
    return answer(context, { type: 'list', items: await store.listRefunds(String(context.query.payment_id)) })
  }

  async function listReceipts(context: PageContext): Promise<void> {
    const payment = await store.read(String(context.query.payment_id))
    return answer(context, { type: 'list', items: payment?.receipt_registration ? [receiptOf(payment)] : [] })
  }
}

function shown(payment: BankPayment | null): object | null {
  if (!payment) return null
  const { bank: _, ...rest } = payment
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

import { z } from 'zod'
import type { CheckoutMethod } from '#contract/enumerations.ts'
import {
  ObjectUnavailable,
  OrderRefused,
  type PageOfPayments,
  type PageOfRefunds,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPage,
  type ProviderPayment,
  type ProviderRefund,
  ProviderUnavailable,
  pagesOf,
  type ReceiptContact,
  type ReceiptItem,
  type ReceiptOwner,
  type RefundOrder,
  type SavedCard,
} from './payment-provider.ts'
import { type CallLimits, createProviderCalls, type ProviderCall } from './provider-calls.ts'
import {
  errorObject,
  objectList,
  type PaymentObject,
  passingRefundFaults,
  paymentObject,
  type ReceiptObject,
  receiptObject,
  refundObject,
  refusalOf,
} from './yookassa-schemas.ts'

export type YookassaSettings = {
  /** Without a slash at the end. */
  url: string
  shopId: string
  secretKey: string
  methods: readonly CheckoutMethod[]
  /** ЮKassa has allowed the shop to keep cards; it refuses orders that save one otherwise. */
  savesCards: boolean
  /** Data of the fiscal receipts; null where the shop makes them by other means. */
  receipts: {
    vatCode: number
    taxSystem: number | null
    /** For payers without email and phone. */
    email: string | null
    /** Where the operator of fiscal data shows a receipt: `{t}`, `{s}`, `{fn}`, `{i}`, `{fp}` and `{n}` are replaced. */
    url: string | null
  } | null
}

export const yookassaUrl = 'https://api.yookassa.ru/v3'

type Request = { method?: 'GET' | 'POST'; path: string; query?: Record<string, string>; key?: string; body?: object }

/** ЮKassa, API v3: one-stage payments whose page the person is redirected to, refunds and fiscal receipts. */
export function createYookassa(
  settings: YookassaSettings,
  { onCall = () => {}, limits }: { onCall?: (call: ProviderCall) => void; limits?: CallLimits | undefined } = {},
): PaymentProvider {
  const { url, shopId, secretKey, receipts } = settings
  const calls = createProviderCalls(onCall, limits)
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`

  function ask<Schema extends z.ZodType>(
    operation: string,
    schema: Schema,
    request: Request,
  ): Promise<z.output<Schema>> {
    return calls.run(operation, (signal) => send(schema, request, signal))
  }

  async function send<Schema extends z.ZodType>(
    schema: Schema,
    { method = 'GET', path, query, key, body }: Request,
    signal: AbortSignal,
  ): Promise<z.output<Schema>> {
    const address = `${url}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
    const response = await fetch(address, {
      method,
      signal,
      redirect: 'error',
      headers: {
        authorization,
        ...(key !== undefined && { 'idempotence-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new ProviderUnavailable('no connection', { cause: error })
    })
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw failureOf(response.status, answer)
    if (response.status === 202) throw new ObjectUnavailable('it still works on the call')
    const { success, data, error } = schema.safeParse(answer)
    if (success) return data
    throw new ObjectUnavailable(`it does not answer as documented: ${error.message}`)
  }

  function receiptOf(items: readonly ReceiptItem[], { email, phone }: ReceiptContact) {
    if (receipts === null) return {}
    const { vatCode, taxSystem } = receipts
    const to = email ?? (phone === null ? receipts.email : null)
    return {
      receipt: {
        customer: to === null ? { phone: phone?.replaceAll(/\D/g, '') } : { email: to },
        ...(taxSystem !== null && { tax_system_code: taxSystem }),
        items: items.map(({ description, amount, isWhole }) => ({
          description: shortened(description),
          quantity: 1,
          amount: toAmount(amount),
          vat_code: vatCode,
          payment_subject: 'service',
          payment_mode: isWhole ? 'full_prepayment' : 'partial_prepayment',
        })),
      },
    }
  }

  async function readPage<Schema extends z.ZodType>(
    operation: string,
    schema: Schema,
    { path, query, cursor }: { path: string; query: Record<string, string>; cursor: string | null },
  ): Promise<ProviderPage<z.output<Schema>>> {
    const asked = { ...query, limit: '100', ...(cursor !== null && { cursor }) }
    const list = await ask(operation, objectList, { path, query: asked })
    const page: ProviderPage<z.output<Schema>> = { items: [], unreadable: [], next: list.next_cursor ?? null }
    for (const item of list.items) {
      const { success, data, error } = schema.safeParse(item)
      if (success) page.items.push(data)
      else page.unreadable.push({ id: idOf(item), reason: error.message })
    }
    return page
  }

  async function findReceipt({ kind, id }: ReceiptOwner): Promise<ReceiptObject | undefined> {
    const read = (cursor: string | null) =>
      readPage('list-receipts', receiptObject, { path: '/receipts', query: { [`${kind}_id`]: id }, cursor })
    for await (const { items } of pagesOf(read)) {
      const found = items.find(({ type, status }) => type === kind && status === 'succeeded')
      if (found) return found
    }
    return undefined
  }

  return {
    name: 'yookassa',
    methods: settings.methods,
    savesCards: settings.savesCards,
    makesReceipts: Boolean(receipts?.url),
    condition: calls.condition,
    async createPayment(order: PaymentOrder, savedMethodId?: string) {
      const { key, amount, description, items, contact } = order
      const made = await ask('create-payment', paymentObject, {
        method: 'POST',
        path: '/payments',
        key,
        body: {
          amount: toAmount(amount),
          capture: true,
          description: shortened(description),
          ...(savedMethodId === undefined ? sourceOf(order) : { payment_method_id: savedMethodId }),
          metadata: { checkout: key },
          ...receiptOf(items, contact),
        },
      })
      return toPayment(made)
    },
    async readPayment(id: string) {
      return toPayment(await ask('read-payment', paymentObject, { path: `/payments/${encodeURIComponent(id)}` }))
    },
    async listPayments({ since, cursor }: PageOfPayments) {
      const query = { 'created_at.gte': since.toISOString() }
      const page = await readPage('list-payments', paymentObject, { path: '/payments', query, cursor })
      return { ...page, items: page.items.map(toPayment) }
    },
    async createRefund({ key, paymentId, amount, description, items, contact }: RefundOrder) {
      const made = await ask('create-refund', refundObject, {
        method: 'POST',
        path: '/refunds',
        key,
        body: {
          payment_id: paymentId,
          amount: toAmount(amount),
          description: shortened(description),
          ...receiptOf(items, contact),
        },
      })
      return toRefund(made)
    },
    async readRefund(id: string) {
      return toRefund(await ask('read-refund', refundObject, { path: `/refunds/${encodeURIComponent(id)}` }))
    },
    async listRefunds({ since, paymentId, cursor }: PageOfRefunds) {
      const query = {
        ...(since && { 'created_at.gte': since.toISOString() }),
        ...(paymentId !== undefined && { payment_id: paymentId }),
      }
      const page = await readPage('list-refunds', refundObject, { path: '/refunds', query, cursor })
      return { ...page, items: page.items.map(toRefund) }
    },
    async findReceiptUrl(of: ReceiptOwner) {
      if (!receipts?.url) return null
      const receipt = await findReceipt(of)
      if (!receipt) return null
      const { amount } = of.kind === 'payment' ? await this.readPayment(of.id) : await this.readRefund(of.id)
      return receiptAddress(receipts.url, receipt, { kind: of.kind, amount })
    },
  }
}

type Registered = Pick<
  ReceiptObject,
  'fiscal_storage_number' | 'fiscal_document_number' | 'fiscal_attribute' | 'registered_at'
>

/** Where a registered receipt is shown; null if it has no number yet. `amount` in kopecks. */
export function receiptAddress(
  template: string,
  { fiscal_storage_number: fn, fiscal_document_number: i, fiscal_attribute: fp, registered_at: at }: Registered,
  { kind, amount }: { kind: ReceiptOwner['kind']; amount: number },
): string | null {
  if (!fn || !i || !fp || !at) return null
  // The code on a receipt: 1 is money received, 2 money returned.
  const n = kind === 'payment' ? '1' : '2'
  const values: Record<string, string> = { t: compact(at), s: (amount / 100).toFixed(2), fn, i, fp, n }
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The person pays on the page of the provider. */
function sourceOf({ method, returnUrl, language, isSaving = false }: PaymentOrder) {
  return {
    payment_method_data: { type: methodTypes[method] },
    confirmation: { type: 'redirect', return_url: returnUrl, locale: language === 'ru' ? 'ru_RU' : 'en_US' },
    ...(isSaving && { save_payment_method: true }),
  }
}

const methodTypes: Record<CheckoutMethod, string> = { card: 'bank_card', sbp: 'sbp' }

/** The limit of descriptions is 128 characters. */
function shortened(text: string): string {
  return text.length <= 128 ? text : `${text.slice(0, 127)}…`
}

function toAmount(kopecks: number) {
  return { value: (kopecks / 100).toFixed(2), currency: 'RUB' }
}

/** `20261014T1200`, as in the code on a receipt. */
function compact(instant: string): string {
  return instant.slice(0, 16).replaceAll(/[-:]/g, '')
}

function toPayment(payment: PaymentObject): ProviderPayment {
  const { id, amount, created_at: createdAt, metadata } = payment
  return { id, key: metadata?.checkout ?? null, amount, createdAt, outcome: outcomeOf(payment) }
}

function outcomeOf({
  status,
  captured_at,
  created_at,
  confirmation,
  cancellation_details,
  payment_method,
}: PaymentObject): ProviderPayment['outcome'] {
  if (status === 'succeeded')
    return { state: 'succeeded', paidAt: captured_at ?? created_at, savedCard: savedCardOf(payment_method) }
  if (status === 'canceled') return { state: 'canceled', refusal: refusalOf(cancellation_details?.reason) }
  return { state: 'pending', confirmationUrl: confirmation?.confirmation_url ?? null }
}

function savedCardOf(method: PaymentObject['payment_method']): SavedCard | null {
  return method?.saved && method.card ? { methodId: method.id, lastDigits: method.card.last4 } : null
}

function toRefund(refund: z.output<typeof refundObject>): ProviderRefund {
  const { id, payment_id: paymentId, status, amount, created_at: createdAt, description, cancellation_details } = refund
  return {
    id,
    paymentId,
    amount,
    createdAt,
    description: description ?? null,
    state: status === 'canceled' ? 'failed' : status,
    isWorthRepeating: passingRefundFaults.includes(cancellation_details?.reason ?? ''),
  }
}

function idOf(item: unknown): string | null {
  const { success, data } = z.object({ id: z.string() }).safeParse(item)
  return success ? data.id : null
}

/** Wrong keys are for the operator to mend; 404 is an order that the provider does not have. */
function failureOf(status: number, answer: unknown): Error {
  const { data } = errorObject.safeParse(answer)
  const reason = [`HTTP ${status}`, data?.code, data?.parameter, data?.description].filter(Boolean).join(', ')
  if (status >= 500 || status === 429) return new ProviderUnavailable(reason)
  if (status === 401) return new ProviderUnavailable(reason, { isTransient: false })
  return new OrderRefused(reason, { isUnknown: status === 404 })
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { providerPayloads } from '#server/db/schema/identity.ts'
import type { RequestedPayment, RequestedRefund } from './bank-requests.ts'

type Amount = { value: string; currency: 'RUB' }

/** A payment as the API answers it, with what only the bank knows in `bank`. */
export type BankPayment = {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  amount: Amount
  description?: string
  recipient: { account_id: string; gateway_id: string }
  payment_method: {
    type: string
    id: string
    saved: boolean
    status: 'active' | 'inactive'
    title?: string
    card?: { first6: string; last4: string; expiry_month: string; expiry_year: string; card_type: string }
  }
  created_at: string
  captured_at?: string
  confirmation?: { type: 'redirect'; return_url: string; confirmation_url: string }
  test: true
  paid: boolean
  refundable: boolean
  refunded_amount: Amount
  receipt_registration?: 'succeeded'
  metadata: Record<string, string>
  cancellation_details?: { party: string; reason: string }
  bank: {
    returnUrl: string
    /** The shop asks to keep the card. */
    saves: boolean
    locale: string | null
    items: ReceiptLine[]
    /** When the money arrives that the person has promised. */
    paysAt: string | null
  }
}
export type BankRefund = {
  id: string
  payment_id: string
  status: 'succeeded'
  created_at: string
  amount: Amount
  description?: string
  receipt_registration?: 'succeeded'
  bank: { items: ReceiptLine[] }
}
/** A line of a fiscal receipt as the shop has sent it. */
export type ReceiptLine = NonNullable<RequestedPayment['receipt']>['items'][number]

/** Milliseconds for which the bank remembers a payment. */
const kept = 30 * 24 * 60 * 60_000

const [paymentModel, refundModel, keyModel] = ['bank payment', 'bank refund', 'bank key'] as const

export function newPayment(
  { id, accountId, pageUrl, now }: { id: string; accountId: string; pageUrl: string; now: Date },
  { amount, description, payment_method_data, confirmation, save_payment_method, metadata, receipt }: RequestedPayment,
): BankPayment {
  const returnUrl = confirmation?.return_url ?? ''
  return {
    id,
    status: 'pending',
    amount,
    ...(description !== undefined && { description }),
    recipient: { account_id: accountId, gateway_id: '1' },
    payment_method: { type: payment_method_data?.type ?? 'bank_card', id, saved: false, status: 'inactive' },
    created_at: now.toISOString(),
    ...(confirmation && {
      confirmation: { type: 'redirect' as const, return_url: returnUrl, confirmation_url: pageUrl },
    }),
    test: true,
    paid: false,
    refundable: false,
    refunded_amount: { value: '0.00', currency: 'RUB' },
    metadata,
    bank: {
      returnUrl,
      saves: save_payment_method,
      locale: confirmation?.locale ?? null,
      items: receipt?.items ?? [],
      paysAt: null,
    },
  }
}

/** Cards of the demo by their last digits, and what becomes of a charge without their owner. */
const savedCards = {
  '4444': null,
  '0002': 'insufficient_funds',
  '0010': 'card_expired',
  '0028': 'permission_revoked',
} as const
export type CardDigits = keyof typeof savedCards

/** The payment with the card it was made by, which is kept if the shop has asked for it. */
export function paidBy(payment: BankPayment, last4: CardDigits): BankPayment {
  const { type, id } = payment.payment_method
  if (type !== 'bank_card') return payment
  const isSaved = payment.bank.saves
  const card = { first6: '555555', last4, expiry_month: '12', expiry_year: '2035', card_type: 'MasterCard' }
  const status = isSaved ? 'active' : 'inactive'
  return { ...payment, payment_method: { type, id, saved: isSaved, status, title: `Bank card *${last4}`, card } }
}

/** A charge of a card that `saved` has kept; null if it has not. */
export function chargeOf(charge: BankPayment, saved: BankPayment | null, now: Date): BankPayment | null {
  const { payment_method: method } = saved ?? {}
  if (!method?.saved || !method.card) return null
  const made = { ...charge, payment_method: method }
  const refusal = savedCards[method.card.last4 as CardDigits]
  return refusal === null ? succeeded(made, now) : canceled(made, refusal ?? 'general_decline')
}

export function succeeded(payment: BankPayment, at: Date): BankPayment {
  const { confirmation: _, ...rest } = payment
  const receipt = payment.bank.items.length > 0 ? { receipt_registration: 'succeeded' as const } : {}
  return { ...rest, ...receipt, status: 'succeeded', paid: true, refundable: true, captured_at: at.toISOString() }
}

export function canceled(payment: BankPayment, reason: string): BankPayment {
  const { confirmation: _, ...rest } = payment
  const party = reason === 'expired_on_confirmation' ? 'yoo_money' : 'payment_network'
  return { ...rest, status: 'canceled', cancellation_details: { party, reason } }
}

/** The payment as it is now: promised money arrives, and what was not confirmed in time is canceled. */
function present(payment: BankPayment, now: Date, confirmationSeconds: number): BankPayment {
  if (payment.status !== 'pending') return payment
  const { paysAt } = payment.bank
  if (paysAt !== null && new Date(paysAt) <= now) return succeeded(payment, new Date(paysAt))
  const endsAt = new Date(payment.created_at).getTime() + confirmationSeconds * 1000
  return paysAt === null && endsAt <= now.getTime() ? canceled(payment, 'expired_on_confirmation') : payment
}

/** The shop may give back what it has not given back yet; null for more. */
export function refundOf(
  payment: BankPayment,
  { amount, description, receipt }: Omit<RequestedRefund, 'payment_id'>,
  { id, now }: { id: string; now: Date },
): { payment: BankPayment; refund: BankRefund } | null {
  const [asked, given, taken] = [amount, payment.refunded_amount, payment.amount].map(({ value }) => kopecksOf(value))
  if (payment.status !== 'succeeded' || asked === undefined || given === undefined || taken === undefined) return null
  if (given + asked > taken) return null
  const value = ((given + asked) / 100).toFixed(2)
  return {
    payment: { ...payment, refunded_amount: { value, currency: 'RUB' }, refundable: given + asked < taken },
    refund: {
      id,
      payment_id: payment.id,
      status: 'succeeded',
      created_at: now.toISOString(),
      amount,
      ...(description !== undefined && { description }),
      ...(receipt && { receipt_registration: 'succeeded' as const }),
      bank: { items: receipt?.items ?? [] },
    },
  }
}

/** The receipt of a payment or a refund; its numbers are made of the id. */
export function receiptOf(of: BankPayment | BankRefund) {
  const { id, created_at } = of
  const digits = id.replaceAll(/\D/g, '').padEnd(26, '7')
  const owner =
    'payment_id' in of
      ? { type: 'refund', refund_id: id, payment_id: of.payment_id }
      : { type: 'payment', payment_id: id }
  const captured_at = 'payment_id' in of ? undefined : of.captured_at
  return {
    id: `rt-${id}`,
    ...owner,
    status: 'succeeded',
    fiscal_storage_number: digits.slice(0, 16),
    fiscal_document_number: String(Number(digits.slice(3, 8)) + 1),
    fiscal_attribute: digits.slice(5, 15),
    registered_at: captured_at ?? created_at,
  }
}

export function kopecksOf(value: string): number {
  return Math.round(Number(value) * 100)
}

function rowOf(model: string, id: string, payload: object, now: Date) {
  return { model, id, payload: { ...payload }, expiresAt: new Date(now.getTime() + kept) }
}

/** The stored row of a payment or a refund. */
export function bankRowOf(of: BankPayment | BankRefund, now: Date): typeof providerPayloads.$inferInsert {
  return rowOf('payment_id' in of ? refundModel : paymentModel, of.id, of, now)
}

/** A part of a list, the newest first. `isLast`: nothing is left behind it. */
type Part = { from: number; limit: number }
type Found<Kept> = { items: Kept[]; isLast: boolean }

/** Payments and refunds among the payloads of the identity provider: they survive a restart. */
export function createBankStore(
  database: Database,
  { clock, confirmationSeconds }: { clock: () => Date; confirmationSeconds: number },
) {
  const presentNow = (payment: BankPayment) => present(payment, clock(), confirmationSeconds)

  const payloadOf = (model: string, id: string, from = database) =>
    from
      .select({ payload: providerPayloads.payload })
      .from(providerPayloads)
      .where(and(eq(providerPayloads.model, model), eq(providerPayloads.id, id)))

  async function find<Kept>(model: string, id: string, from = database): Promise<Kept | null> {
    const [row] = await payloadOf(model, id, from)
    return (row?.payload as Kept | undefined) ?? null
  }

  /** What changes it at the same time is one after the other. */
  async function lockPayment(id: string, transaction: Database): Promise<BankPayment | null> {
    const [row] = await payloadOf(paymentModel, id, transaction).for('update')
    return (row?.payload as BankPayment | undefined) ?? null
  }

  async function keep(model: string, id: string, payload: object, into = database): Promise<void> {
    const row = rowOf(model, id, payload, clock())
    await into
      .insert(providerPayloads)
      .values(row)
      .onConflictDoUpdate({ target: [providerPayloads.model, providerPayloads.id], set: row })
  }

  async function list<Kept>(model: string, which: SQL | undefined, { from, limit }: Part): Promise<Found<Kept>> {
    const rows = await database
      .select({ payload: providerPayloads.payload })
      .from(providerPayloads)
      .where(and(eq(providerPayloads.model, model), which))
      .orderBy(sql`${providerPayloads.payload} ->> 'created_at' desc`, providerPayloads.id)
      .offset(from)
      .limit(limit + 1)
    return { items: rows.slice(0, limit).map(({ payload }) => payload as Kept), isLast: rows.length <= limit }
  }

  /** Changes a payment alone: two presses at once are one after the other. Null if `turn` refuses. */
  async function change(id: string, turn: (payment: BankPayment) => BankPayment | null): Promise<BankPayment | null> {
    return database.transaction(async (transaction) => {
      const payment = await lockPayment(id, transaction)
      const changed = payment && turn(presentNow(payment))
      if (changed) await keep(paymentModel, id, changed, transaction)
      return changed ?? null
    })
  }

  /**
   * Gives money back, once for an id: the changed payment and its refund are kept together. Null if the payment does not
   * have so much.
   */
  async function giveBack(
    { payment_id, ...wanted }: RequestedRefund,
    { id, now }: { id: string; now: Date },
  ): Promise<BankRefund | null> {
    return database.transaction(async (transaction) => {
      const payment = await lockPayment(payment_id, transaction)
      const made = await find<BankRefund>(refundModel, id, transaction)
      if (made) return made
      const returned = payment && refundOf(presentNow(payment), wanted, { id, now })
      if (!returned) return null
      await keep(paymentModel, payment_id, returned.payment, transaction)
      await keep(refundModel, id, returned.refund, transaction)
      return returned.refund
    })
  }

  return {
    async read(id: string): Promise<BankPayment | null> {
      const payment = await find<BankPayment>(paymentModel, id)
      return payment && presentNow(payment) !== payment ? change(id, (changed) => changed) : payment
    },
    async list(since: Date, part: Part): Promise<Found<BankPayment>> {
      const { items, isLast } = await list<BankPayment>(paymentModel, isMadeSince(since), part)
      return { items: items.map(presentNow), isLast }
    },
    /** Whether it was added: what is there stays. */
    async add(payment: BankPayment): Promise<boolean> {
      const added = await database
        .insert(providerPayloads)
        .values(bankRowOf(payment, clock()))
        .onConflictDoNothing()
        .returning({ id: providerPayloads.id })
      return added.length > 0
    },
    change,
    giveBack,
    readRefund: (id: string) => find<BankRefund>(refundModel, id),
    listRefunds({ since, paymentId }: { since: Date; paymentId: string | undefined }, part: Part) {
      const isOfPayment = paymentId && sql`${providerPayloads.payload} ->> 'payment_id' = ${paymentId}`
      return list<BankRefund>(refundModel, and(isMadeSince(since), isOfPayment || undefined), part)
    },
    /** The id that was given to this key first; `isNew` if it is this one. */
    async once(key: string, id: string): Promise<{ id: string; isNew: boolean }> {
      const added = await database
        .insert(providerPayloads)
        .values({
          model: keyModel,
          id: key,
          payload: { id },
          expiresAt: new Date(clock().getTime() + 24 * 60 * 60_000),
        })
        .onConflictDoNothing()
        .returning({ id: providerPayloads.id })
      if (added.length > 0) return { id, isNew: true }
      return { id: (await find<{ id: string }>(keyModel, key))?.id ?? id, isNew: false }
    },
  }
}
function isMadeSince(since: Date): SQL {
  return sql`${providerPayloads.payload} ->> 'created_at' >= ${since.toISOString()}`
}
export type BankStore = ReturnType<typeof createBankStore>

import type { CheckoutMethod, CheckoutRefusal, Locale, RefundState } from '#contract/enumerations.ts'
import type { PaymentProviderName } from '#server/db/schema/checkouts.ts'

/** A line of the fiscal receipt (54-ФЗ). */
export type ReceiptItem = {
  description: string
  /** Kopecks. */
  amount: number
  /** The item is paid as a whole, and not in instalments. */
  isWhole: boolean
}
/** Where the fiscal receipt is sent. */
export type ReceiptContact = { email: string | null; phone: string | null }

export type PaymentOrder = {
  /** Our id of it: the same order is made once, however often it is sent within a day. */
  key: string
  method: CheckoutMethod
  amount: number
  description: string
  items: readonly ReceiptItem[]
  contact: ReceiptContact
  /** Where the person comes back to. */
  returnUrl: string
  language: Locale
  /** The card is kept for payments without the person, who has agreed to them. */
  isSaving?: boolean
}

/** A card that the provider keeps. */
export type SavedCard = { methodId: string; lastDigits: string }

export type RefundOrder = {
  key: string
  paymentId: string
  amount: number
  description: string
  items: readonly ReceiptItem[]
  contact: ReceiptContact
}

/** What a fiscal receipt is of. */
export type ReceiptOwner = { kind: 'payment' | 'refund'; id: string }

export type ProviderPayment = {
  id: string
  /** The key of its order; null if the order was not ours. */
  key: string | null
  amount: number
  createdAt: Date
  /** `canceled`: it ended unpaid, for good. */
  outcome:
    | { state: 'pending'; confirmationUrl: string | null }
    | { state: 'succeeded'; paidAt: Date; savedCard: SavedCard | null }
    | { state: 'canceled'; refusal: CheckoutRefusal | 'expired' }
}
export type ProviderRefund = {
  id: string
  paymentId: string
  state: RefundState
  amount: number
  createdAt: Date
  /** Why, as it is written in the provider's panel or in our order; null if nothing is. */
  description: string | null
  /** A failed refund may succeed later, under another key. */
  isWorthRepeating: boolean
}

/** What the provider has of its objects. `unreadable` are those that cannot be read, and why. */
export type ProviderPage<Item> = {
  items: Item[]
  unreadable: { id: string | null; reason: string }[]
  /** Cursor of the next page; null on the last one. */
  next: string | null
}
/** Which objects: made since then, of a payment. `cursor` continues a former page. */
export type PageOfPayments = { since: Date; cursor: string | null }
export type PageOfRefunds = { since?: Date; paymentId?: string; cursor: string | null }

/** The pages of a list, one after another. */
export async function* pagesOf<Item>(
  read: (cursor: string | null) => Promise<ProviderPage<Item>>,
): AsyncGenerator<ProviderPage<Item>> {
  let cursor: string | null = null
  do {
    const page: ProviderPage<Item> = await read(cursor)
    yield page
    cursor = page.next
  } while (cursor !== null)
}

/** `unknown`: no call was made yet. `resting`: it failed repeatedly, and is not asked for a while. */
export type ProviderCondition = 'unknown' | 'reachable' | 'unreachable' | 'resting'

/**
 * What the school pays online by. Each function throws `ProviderUnavailable` if the provider does not answer, and
 * `OrderRefused` if it will not take the order at all.
 */
export type PaymentProvider = {
  name: PaymentProviderName
  methods: readonly CheckoutMethod[]
  /** Whether it keeps cards for automatic payments. */
  savesCards: boolean
  /** Whether it makes fiscal receipts that can be looked at. */
  makesReceipts: boolean
  /**
   * Makes the payment, or reads the one that was made with this key. With the id of a saved card it is charged at once,
   * without the person.
   */
  createPayment(order: PaymentOrder, savedMethodId?: string): Promise<ProviderPayment>
  readPayment(id: string): Promise<ProviderPayment>
  /** The newest first. */
  listPayments(page: PageOfPayments): Promise<ProviderPage<ProviderPayment>>
  createRefund(order: RefundOrder): Promise<ProviderRefund>
  readRefund(id: string): Promise<ProviderRefund>
  listRefunds(page: PageOfRefunds): Promise<ProviderPage<ProviderRefund>>
  /** Address of the fiscal receipt of a payment or a refund; null while it is not registered. */
  findReceiptUrl(of: ReceiptOwner): Promise<string | null>
  condition(): ProviderCondition
}

/** The provider cannot be asked now: the order may be repeated with the same key. */
export class ProviderUnavailable extends Error {
  /** Whether an attempt right afterwards makes sense. */
  readonly isTransient: boolean
  /** The call certainly never left. */
  readonly isUnsent: boolean

  constructor(
    reason: string,
    {
      isTransient = true,
      isUnsent = false,
      cause,
    }: { isTransient?: boolean; isUnsent?: boolean; cause?: unknown } = {},
  ) {
    super(`The payment provider is unavailable: ${reason}`, { cause })
    this.name = 'ProviderUnavailable'
    this.isTransient = isTransient
    this.isUnsent = isUnsent
  }
}

/**
 * The provider answers, but not about this object: it still works on it, or what it answers cannot be read. Other objects
 * may be asked for.
 */
export class ObjectUnavailable extends ProviderUnavailable {
  constructor(reason: string, { cause }: { cause?: unknown } = {}) {
    super(reason, { isTransient: false, cause })
    this.name = 'ObjectUnavailable'
  }
}

/** Whether a job should ask for nothing else now: the provider answers nothing. */
export function isOutage(error: unknown): boolean {
  return error instanceof ProviderUnavailable && !(error instanceof ObjectUnavailable)
}

/** The provider refuses the order, as when the shop may not take this method. */
export class OrderRefused extends Error {
  /** The provider has no such object. */
  readonly isUnknown: boolean

  constructor(reason: string, { isUnknown = false } = {}) {
    super(`The payment provider refuses the order: ${reason}`)
    this.name = 'OrderRefused'
    this.isUnknown = isUnknown
  }
}

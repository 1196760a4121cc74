import { autopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import { checkoutLifetimeMs } from '#server/billing/checkouts/rules.ts'
import { receiptAddress } from '#server/billing/providers/yookassa.ts'
import {
  autopays,
  checkoutLines,
  checkouts,
  refundLines,
  refundRequests,
  refunds,
} from '#server/db/schema/checkouts.ts'
import type { operations } from '#server/db/schema/contracts.ts'
import { providerPayloads } from '#server/db/schema/identity.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type Batch, batch } from '#server/demo/rows/row-batch.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { demoShopId, payPageUrl, receiptTemplate } from '#server/idp/bank/bank-addresses.ts'
import {
  type BankPayment,
  type BankRefund,
  bankRowOf,
  canceled,
  kopecksOf,
  newPayment,
  paidBy,
  receiptOf,
  refundOf,
  succeeded,
} from '#server/idp/bank/bank-payments.ts'
import { providerOperationId } from '#server/payment-details/payment-number.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import type { SignedContract } from './contracts.ts'
import type { PlannedContract } from './planned-contracts.ts'

type Signed = SignedContract & { agreement: PlannedContract }
type Line = { contract: Signed; paid: SignedContract['payments'][number] }
type Operation = typeof operations.$inferInsert & { at: Date; amount: number }
type Moment = { now: Date; timeZone: string; bankOrigin: string }

const [minute, day] = [60_000, 24 * 60 * 60_000]
/** Who has agreed to automatic payments. */
const autopayer: DemoLogin = 'academy-parent'
/** Whose newest payment was made twice, after a refusal. */
const double: DemoLogin = 'family'
/** Payments of a family that were made online. */
const onlinePayments = 2
/** Days that lie between them and today: what people see of the last days is left to them. */
const settledDays = 4

/**
 * Turns some payments and returns of the demo families into online ones: a refused and a repeated attempt, refunds, and
 * automatic payments with a saved card. Balances stay as they are. Changes the operations, which get their ids at the bank.
 */
export function addOnlinePayments(random: Random, signed: readonly Signed[], moment: Moment): Batch[] {
  const rows = createRows(random, moment)
  const byCustomer = Map.groupBy(signed, ({ agreement }) => agreement.student.customer)
  for (const [{ subject }, contracts] of byCustomer) {
    if (!subject?.startsWith(demoSubject(''))) continue
    const lines = contracts.flatMap((contract) => contract.payments.map((paid) => ({ contract, paid })))
    const isOld = ({ at }: Operation) => at.getTime() < moment.now.getTime() - settledDays * day
    const newest = lines
      .filter(({ contract, paid: { operations: made } }) => {
        const [receipt] = made
        return made.length === 1 && receipt && isOwn(contract, receipt) && isOld(receipt)
      })
      .sort((one, other) => lastOf(other).at.getTime() - lastOf(one).at.getTime())
    const automatic = subject === demoSubject(autopayer) ? newest.find(isPaidFurther) : undefined
    if (automatic) rows.saveCard(automatic, rows.pay(automatic, { isSaving: true }))
    const others = newest.filter((line) => line !== automatic).slice(0, onlinePayments)
    for (const [index, line] of others.entries()) {
      const isDouble = index === 0 && subject === demoSubject(double)
      if (isDouble) rows.refuse(line)
      rows.pay(line)
      if (isDouble) rows.payAgain(line)
    }
    for (const line of lines) if (isReturned(line)) rows.giveBack(line, rows.pay(line))
  }
  return rows.finish()
}

function isOwn({ row }: Signed, { payerId, kind }: Operation): boolean {
  return kind === 'ReceivingDS' && payerId === row.customerId
}

function lastOf({ paid }: Line): Operation {
  return paid.operations.at(-1) as Operation
}

/** Later instalments of the contract are expected from the customer. */
function isPaidFurther({ contract: { row, payments }, paid }: Line): boolean {
  return row.status === 'Concluded' && payments.at(payments.indexOf(paid) + 1)?.row.status === 'Open'
}

/** The customer has paid, and got money back. */
function isReturned({ contract, paid: { operations: made } }: Line): boolean {
  const [receipt, back, ...others] = made
  return receipt !== undefined && isOwn(contract, receipt) && back?.kind === 'ReturnDS' && others.length === 0
}

function createRows(random: Random, { now, timeZone, bankOrigin }: Moment) {
  const attempts: (typeof checkouts.$inferInsert)[] = []
  const lines: (typeof checkoutLines.$inferInsert)[] = []
  const returned: (typeof refunds.$inferInsert)[] = []
  const returnedLines: (typeof refundLines.$inferInsert)[] = []
  const requests: (typeof refundRequests.$inferInsert)[] = []
  const agreements: (typeof autopays.$inferInsert)[] = []
  const bank = new Map<string, BankPayment | BankRefund>()

  type Attempt = { at: Date; method?: 'card' | 'sbp'; refusal?: 'insufficient-funds'; isSaving?: boolean }

  /** An attempt that the bank decided at `at`, and its payment there. */
  function addAttempt({ contract, paid }: Line, { at, method = 'card', refusal, isSaving = false }: Attempt) {
    const [id, externalId] = [random.uuid(), random.uuid()]
    const createdAt = new Date(at.getTime() - 2 * minute)
    const asked = newPayment(
      { id: externalId, accountId: demoShopId, pageUrl: payPageUrl(bankOrigin, externalId), now: createdAt },
      {
        ...orderOf({ contract, paid }, lastReceipt(paid).amount),
        payment_method_data: { type: method === 'card' ? 'bank_card' : 'sbp' },
        capture: true,
        metadata: { checkout: id },
        save_payment_method: isSaving,
      },
    )
    const payment = refusal ? canceled(asked, 'insufficient_funds') : succeeded(paidBy(asked, '4444'), at)
    bank.set(externalId, payment)
    attempts.push({
      id,
      externalId,
      method,
      payerId: contract.row.customerId,
      provider: 'yookassa',
      state: refusal ? 'refused' : 'paid',
      refusal: refusal ?? null,
      createdAt,
      finishedAt: at,
      decidedAt: at,
      receiptUrl: refusal ? null : addressOf(payment),
      seenAt: at,
      expiresAt: new Date(createdAt.getTime() + checkoutLifetimeMs),
    })
    return { id, externalId, createdAt }
  }

  function addressOf(of: BankPayment | BankRefund): string | null {
    const kind = 'payment_id' in of ? 'refund' : 'payment'
    return receiptAddress(receiptTemplate(bankOrigin), receiptOf(of), {
      kind,
      amount: kopecksOf(of.amount.value),
    })
  }

  /** `at`: when the bank has returned the money. */
  function addRefund(
    line: Line,
    { checkoutId, paymentId, amount, reason, at }: Refund,
  ): { id: string; externalId: string } {
    const [id, externalId] = [random.uuid(), random.uuid()]
    const made = refundOf(bank.get(paymentId) as BankPayment, orderOf(line, amount), { id: externalId, now: at })
    if (!made) throw new Error('The bank does not have so much of the payment')
    bank.set(paymentId, made.payment)
    bank.set(externalId, made.refund)
    returned.push({
      id,
      checkoutId,
      amount,
      reason,
      state: 'succeeded',
      externalId,
      receiptUrl: addressOf(made.refund),
      createdAt: new Date(at.getTime() - minute),
      finishedAt: at,
    })
    return { id, externalId }
  }
  type Refund = {
    checkoutId: string
    paymentId: string
    amount: number
    reason: 'paid-twice' | 'termination'
    at: Date
  }

  function lastReceipt({ operations: [receipt] }: Line['paid']): Operation {
    return receipt as Operation
  }

  return {
    refuse(line: Line): void {
      const receipt = lastReceipt(line.paid)
      const at = new Date(receipt.at.getTime() - 10 * minute)
      const { id } = addAttempt(line, { at, refusal: 'insufficient-funds' })
      const { paymentId, amount } = receipt
      lines.push({ checkoutId: id, paymentId, amount, booked: null, refundId: null })
    },
    pay(line: Line, { isSaving = false } = {}) {
      const receipt = lastReceipt(line.paid)
      const method = isSaving || random.chance(0.6) ? 'card' : 'sbp'
      const made = addAttempt(line, { at: receipt.at, method, isSaving })
      const { paymentId, amount } = receipt
      lines.push({ checkoutId: made.id, paymentId, amount, booked: amount, refundId: null })
      receipt.externalId = providerOperationId('yookassa', made.externalId)
      return made
    },
    /** Nothing was left to pay: the whole second payment goes back. */
    payAgain(line: Line): void {
      const { at, paymentId, amount } = lastReceipt(line.paid)
      const made = addAttempt(line, { at: new Date(at.getTime() + 3 * minute) })
      const refund = addRefund(line, {
        checkoutId: made.id,
        paymentId: made.externalId,
        amount,
        reason: 'paid-twice',
        at: new Date(at.getTime() + 5 * minute),
      })
      lines.push({ checkoutId: made.id, paymentId, amount, booked: 0, refundId: refund.id })
    },
    giveBack(line: Line, { id, externalId }: { id: string; externalId: string }): void {
      const back = lastOf(line)
      const { at, paymentId, amount } = back
      const made = { checkoutId: id, paymentId: externalId, amount, reason: 'termination', at } as const
      const refund = addRefund(line, made)
      returnedLines.push({ refundId: refund.id, paymentId, amount })
      requests.push({ refundId: refund.id, requestedById: null, note: '' })
      back.externalId = providerOperationId('yookassa', refund.externalId)
    },
    saveCard(
      { contract: { row } }: Line,
      { id, externalId, createdAt }: { id: string; externalId: string; createdAt: Date },
    ) {
      const isSchemeChanged = row.paymentScheme === 'StepByStep'
      if (isSchemeChanged) row.paymentScheme = 'Recurent'
      agreements.push({
        id: random.uuid(),
        contractId: row.id,
        personId: row.customerId,
        checkoutId: id,
        state: 'on',
        // Encrypted at the start of the server.
        savedMethod: externalId,
        cardDigits: '4444',
        termsVersion: autopayTermsVersion,
        isSchemeChanged,
        fromOn: dayInZone(createdAt, timeZone),
        agreedAt: createdAt,
        agreedAddress: '203.0.113.7',
      })
    },
    finish: (): Batch[] => [
      batch(checkouts, attempts),
      batch(refunds, returned),
      batch(checkoutLines, lines),
      batch(refundLines, returnedLines),
      batch(refundRequests, requests),
      batch(autopays, agreements),
      batch(
        providerPayloads,
        [...bank.values()].map((kept) => bankRowOf(kept, now)),
      ),
    ],
  }
}

/** What the school asks the bank for, with the lines of the fiscal receipt. */
function orderOf({ contract: { row, agreement }, paid }: Line, kopecks: number) {
  const amount = { value: (kopecks / 100).toFixed(2), currency: 'RUB' } as const
  const title = `${agreement.program.title}, договор ${row.number}, ${paid.row.title.toLowerCase()}`
  return {
    amount,
    description: `Оплата обучения по договору ${row.number}`,
    receipt: {
      customer: { email: 'help@demo.example' },
      items: [
        {
          description: `Обучение: ${title}`.slice(0, 128),
          quantity: 1,
          amount,
          vat_code: 1,
          payment_subject: 'service',
          payment_mode: 'partial_prepayment' as const,
        },
      ],
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { languageOf, type PageContext, readForm, sendNotice, sendPage } from '#server/idp/interactions/page-context.ts'
import { bankPath, demoShopId, payPageUrl, receiptTemplate } from './bank-addresses.ts'
import { createBankApi, shown } from './bank-api.ts'
import { type BankAct, bankActs, bankPage, receiptPage, savingActs } from './bank-page.ts'
import {
  type BankPayment,
  type BankRefund,
  canceled,
  createBankStore,
  kopecksOf,
  paidBy,
  receiptOf,
  succeeded,
} from './bank-payments.ts'

type Options = {
  database: Database
  clock: () => Date
  site: PageSite
  /** Origin of the bank. */
  origin: string
  secretKey: string
  /** After them a payment that was not confirmed ends. */
  confirmationSeconds: number
  /** Where notifications go. */
  notificationUrl: string
  log: FastifyBaseLogger
}

/** Milliseconds until a late answer of the bank. */
const lateAfter = 20_000
/** Milliseconds before each attempt to notify. */
const notificationDelays = [0, 2_000, 10_000]

/**
 * A bank for the demo: ЮKassa's API at `/demo-bank/v3`, and the page where a person pays. It lets everything happen that
 * happens at a real one.
 */
export function createDemoBank({
  database,
  clock,
  site,
  origin,
  secretKey,
  confirmationSeconds,
  notificationUrl,
  log,
}: Options) {
  const store = createBankStore(database, { clock, confirmationSeconds })
  const api = createBankApi({
    store,
    clock,
    shopId: demoShopId,
    secretKey,
    pageOf: (id) => payPageUrl(origin, id),
    notify: (event, object) => inBackground(notify(event, object)),
  })

  async function serve(context: PageContext): Promise<void> {
    const path = context.path.slice(bankPath.length)
    if (path.startsWith('/v3/')) return api(context, path.slice('/v3'.length))
    if (path === '/receipt') return showReceipt(context)
    const [, id] = /^\/pay\/([\w-]{36})$/.exec(path) ?? []
    const payment = id === undefined ? null : await store.read(id)
    if (!payment) return sendNotice(context, 404, 'notFound', site)
    if (context.method === 'POST') return act(context, payment)
    const address = `${bankPath}/pay/${payment.id}`
    sendPage(
      context,
      200,
      bankPage({
        language: languageOf(context, { params: { ui_locales: payment.bank.locale?.slice(0, 2) } }),
        site,
        payment,
        address,
      }),
    )
  }

  async function act(context: PageContext, payment: BankPayment): Promise<void> {
    const fields = await readForm(context)
    const offered: readonly BankAct[] = [...bankActs, ...(payment.bank.saves ? savingActs : [])]
    const wanted = offered.find((name) => name === fields?.get('act'))
    if (!wanted) return sendNotice(context, 400, 'refused', site)
    if (wanted === 'return') {
      await returnHalf(payment)
      context.redirect(`${bankPath}/pay/${payment.id}`)
      context.status = 303
      return
    }
    const changed = await store.change(payment.id, (present) =>
      present.status === 'pending' && present.bank.paysAt === null ? after(wanted, present) : null,
    )
    if (changed) follow(wanted, changed)
    context.redirect(payment.bank.returnUrl)
    context.status = 303
  }

  /** As if the school had given half of it back in the panel of the provider: the application did not ask for it. */
  async function returnHalf({ id, amount, refunded_amount }: BankPayment): Promise<void> {
    const left = kopecksOf(amount.value) - kopecksOf(refunded_amount.value)
    const value = (Math.min(left, Math.ceil(kopecksOf(amount.value) / 2)) / 100).toFixed(2)
    const wanted = {
      payment_id: id,
      amount: { value, currency: 'RUB' as const },
      description: 'Возврат из кабинета магазина',
    }
    const refund = left > 0 ? await store.giveBack(wanted, { id: randomUUID(), now: clock() }) : null
    if (refund) inBackground(notify('refund.succeeded', shown(refund) ?? {}))
  }

  function after(wanted: Exclude<BankAct, 'return'>, payment: BankPayment): BankPayment {
    if (wanted === 'pay' || wanted === 'twice') return succeeded(paidBy(payment, '4444'), clock())
    if (wanted === 'pay-empty') return succeeded(paidBy(payment, '0002'), clock())
    if (wanted === 'pay-expiring') return succeeded(paidBy(payment, '0010'), clock())
    if (wanted === 'pay-revoking') return succeeded(paidBy(payment, '0028'), clock())
    if (wanted === 'no-money') return canceled(payment, 'insufficient_funds')
    if (wanted === 'wrong-card') return canceled(payment, 'invalid_card_number')
    if (wanted === 'silent') return payment
    const paysAt = new Date(clock().getTime() + lateAfter).toISOString()
    return { ...paidBy(payment, '4444'), bank: { ...payment.bank, paysAt } }
  }

  /** The person does not wait for it, and its failure must not end the process. */
  function inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => log.warn({ err: error }, 'the demo bank has failed in the background'))
  }

  /** What the bank does by itself afterwards. */
  function follow(wanted: BankAct, payment: BankPayment): void {
    if (wanted === 'later') setTimeout(() => inBackground(notifyOfLate(payment.id)), lateAfter).unref()
    else if (wanted !== 'silent') inBackground(notifyOf(payment))
    if (wanted === 'twice') inBackground(payAgain(payment))
  }

  /** The notification is repeated, and a second payment of the same order arrives. */
  async function payAgain(payment: BankPayment): Promise<void> {
    const again = { ...payment, id: randomUUID(), created_at: clock().toISOString() }
    await store.add(again)
    await notifyOf(payment)
    await notifyOf(again)
  }

  async function notifyOfLate(id: string): Promise<void> {
    const payment = await store.read(id)
    if (payment) await notifyOf(payment)
  }

  async function notifyOf(payment: BankPayment): Promise<void> {
    if (payment.status !== 'pending') await notify(`payment.${payment.status}`, shown(payment) ?? {})
  }

  /** Repeated until it is answered with 200, as ЮKassa does, but for seconds and not for a day. */
  async function notify(event: string, object: object): Promise<void> {
    const body = JSON.stringify({ type: 'notification', event, object })
    for (const delay of notificationDelays) {
      await new Promise((resolve) => setTimeout(resolve, delay).unref())
      const isTaken = await fetch(notificationUrl, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(10_000),
      }).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isTaken) return
    }
    log.warn({ event }, 'the application did not take a notification of the demo bank')
  }

  async function showReceipt(context: PageContext): Promise<void> {
    const { i, fp } = context.query
    const hasNumbers = (one: BankPayment | BankRefund) => {
      const receipt = receiptOf(one)
      return one.status === 'succeeded' && receipt.fiscal_document_number === i && receipt.fiscal_attribute === fp
    }
    const of = await firstOf(hasNumbers)
    if (!of) return sendNotice(context, 404, 'notFound', site)
    const address = `${bankPath}/receipt?${new URLSearchParams({ i: String(i), fp: String(fp) })}`
    sendPage(context, 200, receiptPage({ language: languageOf(context), site, of, address }))
  }

  /** The first payment or refund that fits, page by page. */
  async function firstOf(fits: (one: BankPayment | BankRefund) => boolean): Promise<BankPayment | BankRefund | null> {
    const ever = new Date(0)
    const lists = [
      (from: number) => store.list(ever, { from, limit: 100 }),
      (from: number) => store.listRefunds({ since: ever, paymentId: undefined }, { from, limit: 100 }),
    ]
    for (const read of lists)
      for (let from = 0, isLast = false; !isLast; from += 100) {
        const page = await read(from)
        const found = page.items.find(fits)
        if (found) return found
        isLast = page.isLast
      }
    return null
  }

  return {
    serve,
    /** By which the application pays here. */
    settings: {
      url: `${origin}${bankPath}/v3`,
      shopId: demoShopId,
      secretKey,
      receiptUrl: receiptTemplate(origin),
    },
    owns: (path: string) => path.startsWith(`${bankPath}/`),
  }
}
export type DemoBank = ReturnType<typeof createDemoBank>

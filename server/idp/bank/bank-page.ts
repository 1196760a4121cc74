import type { Locale } from '#contract/enumerations.ts'
import { html, infoNote, type Markup } from '#server/html/markup.ts'
import { renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { formatAmount } from '#server/notifications/formats.ts'
import { type BankPayment, type BankRefund, kopecksOf, type ReceiptLine, receiptOf } from './bank-payments.ts'

/** What the person may do with a payment that waits. */
const waitingActs = ['pay', 'later', 'no-money', 'wrong-card', 'twice', 'silent'] as const
/** `return`: half of a paid payment goes back, as if the school had done it in the panel of the provider. */
export const bankActs = [...waitingActs, 'return'] as const
/** How later charges of a saved card end, by the card that the person pays with now. */
export const savingActs = ['pay-empty', 'pay-expiring', 'pay-revoking'] as const
export type BankAct = (typeof bankActs)[number] | (typeof savingActs)[number]

type Texts = {
  title: string
  hint: string
  saves: string
  method: Record<string, string>
  acts: Record<BankAct, string>
  others: string
  back: string
  ended: Record<BankPayment['status'], string>
  receipt: string
  returnReceipt: string
  receiptHint: string
  line: (line: ReceiptLine) => string
  numbers: (storage: string, document: string, sign: string) => string
}

/** Names of the ways to pay of a fiscal receipt (54-ФЗ). */
const modesRu: Record<ReceiptLine['payment_mode'], string> = {
  full_prepayment: 'предоплата 100 %',
  partial_prepayment: 'предоплата',
  advance: 'аванс',
  full_payment: 'полный расчёт',
  partial_payment: 'частичный расчёт и кредит',
}

const texts: Record<Locale, Texts> = {
  ru: {
    title: 'Оплата',
    hint: 'Это учебный банк: деньги вымышлены. Выберите, чем закончится платёж.',
    saves: 'Карту ··4444 банк запомнит для автоплатежей.',
    method: { bank_card: 'Банковская карта', sbp: 'Система быстрых платежей' },
    acts: {
      pay: 'Оплатить',
      later: 'Оплатить, ответ банка через 20 секунд',
      'no-money': 'Отказ: на карте не хватает денег',
      'wrong-card': 'Отказ: неверные данные карты',
      twice: 'Оплатить дважды',
      silent: 'Уйти без ответа банка',
      'pay-empty': 'Оплатить картой ··0002: при автоплатеже на ней не хватит денег',
      'pay-expiring': 'Оплатить картой ··0010: к автоплатежу её срок истечёт',
      'pay-revoking': 'Оплатить картой ··0028 и отозвать в банке согласие на автоплатежи',
      return: 'Вернуть половину, как из кабинета магазина',
    },
    others: 'Что ещё может случиться',
    back: 'Вернуться в школу',
    ended: {
      pending: 'Банк обрабатывает платёж',
      succeeded: 'Платёж уже прошёл',
      canceled: 'Этот платёж закрыт',
    },
    receipt: 'Кассовый чек',
    returnReceipt: 'Кассовый чек возврата',
    line: ({ quantity, vat_code, payment_subject, payment_mode }) =>
      `${quantity} × ${payment_subject === 'service' ? 'услуга' : payment_subject}, ${modesRu[payment_mode]}, ${vat_code === 1 ? 'без НДС' : `код НДС ${vat_code}`}`,
    receiptHint: 'Чек учебного банка: в налоговую он не отправлен.',
    numbers: (storage, document, sign) => `ФН ${storage}, ФД ${document}, ФПД ${sign}`,
  },
  en: {
    title: 'Payment',
    hint: 'This bank is part of the demo: the money is invented. Choose how the payment ends.',
    saves: 'The bank will save card ··4444 for autopay.',
    method: { bank_card: 'Bank card', sbp: 'Faster Payments System' },
    acts: {
      pay: 'Pay',
      later: 'Pay, the bank answers in 20 seconds',
      'no-money': 'Refusal: not enough money on the card',
      'wrong-card': 'Refusal: wrong card details',
      twice: 'Pay twice',
      silent: 'Leave without a response from the bank',
      'pay-empty': 'Pay by card ··0002: autopay will find no money on it',
      'pay-expiring': 'Pay by card ··0010: it expires before the next autopay charge',
      'pay-revoking': 'Pay by card ··0028 and withdraw the consent to autopay at the bank',
      return: 'Refund half, as from the shop’s dashboard',
    },
    others: 'What else may happen',
    back: 'Back to the school',
    ended: {
      pending: 'The bank is processing the payment',
      succeeded: 'The payment has gone through already',
      canceled: 'This payment is closed',
    },
    receipt: 'Fiscal receipt',
    returnReceipt: 'Fiscal receipt of the refund',
    line: ({ quantity, vat_code, payment_subject, payment_mode }) =>
      `${quantity} × ${payment_subject}, ${payment_mode.replaceAll('_', ' ')}, ${vat_code === 1 ? 'no VAT' : `VAT code ${vat_code}`}`,
    receiptHint: 'A receipt of the demo bank: it was not sent to the tax office.',
    numbers: (storage, document, sign) => `Storage ${storage}, document ${document}, sign ${sign}`,
  },
}

type Page = { language: Locale; site: PageSite; payment: BankPayment; address: string }

/** Where the person pays, or reads that nothing is left to do. */
export function bankPage({ language, site, payment, address }: Page): string {
  const { title, hint, saves, method, acts, others, back, ended } = texts[language]
  const isOpen = payment.status === 'pending' && payment.bank.paysAt === null
  const amount = formatAmount(kopecksOf(payment.amount.value), language)
  const act = (name: BankAct): Markup =>
    html`<button class="button${name === 'pay' && ' main'}" name="act" value="${name}">${acts[name]}</button>`
  const form = html`${infoNote(hint)}
<form method="post" action="${address}?lang=${language}">
${payment.bank.saves && html`<p class="hint">${saves}</p>`}
<ul class="ways"><li class="last">${act('pay')}</li></ul>
<p class="hint">${others}</p>
<ul class="ways">${[...waitingActs.slice(1), ...(payment.bank.saves ? savingActs : [])].map((name) => html`<li>${act(name)}</li>`)}</ul>
</form>`
  const isReturnable = payment.status === 'succeeded' && payment.refundable
  const end = html`${infoNote(ended[payment.status])}
<ul class="ways"><li class="last"><a class="button" href="${payment.bank.returnUrl}">${back}</a></li></ul>
${
  isReturnable &&
  html`<p class="hint">${others}</p>
<form method="post" action="${address}?lang=${language}"><ul class="ways"><li>${act('return')}</li></ul></form>`
}`
  return renderPage({
    language,
    site,
    title: `${title} ${amount}`,
    inLanguage: (other) => `${address}?lang=${other}`,
    main: html`<div class="card notice"><div class="body"><h1>${title} ${amount}</h1>
<p class="intro">${payment.description ?? ''}</p>
<p class="intro">${method[payment.payment_method.type] ?? ''}</p>
${isOpen ? form : end}
</div></div>`,
  })
}

/** The fiscal receipt, as an operator of fiscal data shows it. */
export function receiptPage({
  language,
  site,
  of,
  address,
}: Omit<Page, 'payment'> & { of: BankPayment | BankRefund }): string {
  const { receipt, returnReceipt, receiptHint, numbers, line } = texts[language]
  const title = 'payment_id' in of ? returnReceipt : receipt
  const { fiscal_storage_number: storage, fiscal_document_number: document, fiscal_attribute: sign } = receiptOf(of)
  const sum = (value: string) => formatAmount(kopecksOf(value), language)
  return renderPage({
    language,
    site,
    title,
    inLanguage: (other) => `${address}&lang=${other}`,
    main: html`<div class="card notice"><div class="body"><h1>${title} ${sum(of.amount.value)}</h1>
<p class="intro">${numbers(storage, document, sign)}</p>
${of.bank.items.map((item) => html`<p class="intro">${item.description}<br>${line(item)}<br><b>${sum(item.amount.value)}</b></p>`)}
${infoNote(receiptHint)}
</div></div>`,
  })
}

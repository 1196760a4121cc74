import type { Page } from 'playwright'
import { firstPart, lines, today } from './payments-model.ts'
import type { ChosenPlan } from './purchase-sums-model.ts'
import { roubles } from './served-facts.ts'
import { contractPayments, presentPrice, weeks } from './transfer-sums-model.ts'

// The expected sums of a contract, a purchase and a transfer, computed here from payments and prices and written by
// `roubles`: nothing of `src/` or `server/` decides what a page must show. All lists are in the order in which the page
// is read.

type Paid = { paid: readonly number[] }

function amountsOf({ paid }: Paid) {
  const left = lines.map(({ dueOn, amount }, index) => ({ dueOn, left: amount - (paid[index] ?? 0) }))
  const open = left.filter((line) => line.left > 0)
  const sumOfLeft = (some: readonly { left: number }[]) => sum(some.map((one) => one.left))
  const overdue = open.filter(({ dueOn }) => dueOn < today)
  const total = sum(lines.map(({ amount }) => amount))
  return {
    total,
    paid: total - sumOfLeft(open),
    left: sumOfLeft(open),
    open,
    overdue: overdue.map((line) => line.left),
    debt: sumOfLeft(overdue),
    next: open.find(({ dueOn }) => dueOn >= today) ?? null,
    months: [...Map.groupBy(open.slice(overdue.length), ({ dueOn }) => dueOn.slice(0, 7)).values()].map(sumOfLeft),
  }
}

/** The page of all contracts, of which there is one. */
export function sumsOfContracts(payments: Paid): string[] {
  const { left, overdue, debt, next, months } = amountsOf(payments)
  const nextSums = next === null ? [] : [next.left]
  return [
    // What is to be paid, and its payments with their contract if there are several. The button beside the sum repeats none.
    ...(overdue.length === 0 ? [] : [debt, ...(overdue.length > 1 ? overdue : [])]),
    ...nextSums,
    // One bill for all of them.
    ...(overdue.length + nextSums.length > 1 ? [debt + sum(nextSums)] : []),
    // The whole, by month.
    left,
    ...(months.length < 2 ? [] : months),
  ].map(roubles)
}

/** The page of the contract: the next payment, its buttons and amounts, and the schedule with its operations and their documents. */
export function sumsOfContract({ paid: received }: Paid): string[] {
  const { total, paid, left, open, overdue, debt, next } = amountsOf({ paid: received })
  const first = overdue[0] ?? next?.left
  return [
    ...(first === undefined ? [] : [roubles(first)]),
    ...(overdue.length > 1 ? [roubles(debt)] : []),
    // The button that pays the rest; that of the next one is beside its sum.
    ...(open.length > 1 ? [roubles(left)] : []),
    // Before the first payment what is left is the price.
    ...[total, ...(paid === 0 ? [] : [left]), ...(overdue.length === 0 ? [] : [debt]), paid, total].map(roubles),
    ...lines.flatMap(({ amount }, index) => {
      const got = received[index] ?? 0
      const operations = operationsOf(index, got)
      // One that pays the whole has only its document, at the end of the row.
      const isWhole = operations.length === 1 && got === amount
      const rows = isWhole ? [] : operations.flatMap((one) => [`+${roubles(one)}`, roubles(one)])
      return [...rows, ...[amount, ...(got > 0 ? [got] : []), ...(isWhole ? [got] : [])].map(roubles)]
    }),
    roubles(total),
    roubles(paid),
  ]
}

/** The first payment is paid in two parts. */
function operationsOf(index: number, paid: number): number[] {
  if (paid === 0) return []
  return index === 0 && paid > firstPart ? [firstPart, paid - firstPart] : [paid]
}

/** The home page: the debt and what is due next, in what waits for the person. */
export function sumsOfHome(payments: Paid): string[] {
  const { overdue, debt, next } = amountsOf(payments)
  return [...(overdue.length === 0 ? [] : [debt]), ...(next === null ? [] : [next.left])].map(roubles)
}

/** The shares of the payments of each scheme, in the order of the page, for a course that lasts until the end of June. */
const sharesOf: Record<ChosenPlan['scheme'], readonly number[]> = {
  StepByStep: [1, 1, 1, 1],
  OnePayment: [1],
  Recurent: [1, 1, 1, 1, 1, 1, 1, 1],
  BankInstallmentPlan: [1, 9],
  Combo: [1, 2, 1],
  MaternalCapital: [1],
}

/** Payments in whole roubles; the last one takes the rest. */
function instalmentsOf(scheme: ChosenPlan['scheme'], price: number): number[] {
  const shares = sharesOf[scheme]
  const all = sum(shares)
  const first = shares.slice(0, -1).map((share) => Math.floor((price * share) / all / 100) * 100)
  return [...first, price - sum(first)]
}

/** The step of a purchase that compares the ways of paying: the price, and the first payment of each. */
export function sumsOfPlans(price: number): string[] {
  const schemes = Object.keys(sharesOf) as ChosenPlan['scheme'][]
  return [price, ...schemes.map((scheme) => instalmentsOf(scheme, price)[0] ?? 0)].map(roubles)
}

/**
 * The last step of a purchase: a changed price, the price, the first payment, and all payments; then the text of the
 * contract with the price, all payments and their sum, always with kopecks.
 */
export function sumsOfReview({ scheme, agreed, now }: ChosenPlan): string[] {
  const instalments = instalmentsOf(scheme, now)
  return [
    ...[...(agreed === now ? [] : [agreed, now]), now, instalments[0] ?? 0, ...instalments, now].map(roubles),
    ...[now, ...instalments, now].map((kopecks) => roubles(kopecks).replace(/^([^,]+) ₽$/, '$1,00 ₽')),
  ]
}

/** The result of a purchase: the first payment of the contract. */
export function sumsOfNewContract({ scheme, now }: ChosenPlan): string[] {
  return instalmentsOf(scheme, now).slice(0, 1).map(roubles)
}

/**
 * How a transfer to a group of this price changes the total of the contract: by the difference of the prices for the
 * weeks that are left, in whole roubles, and never below what is paid.
 */
export function sumsOfTransfer(price: number): string[] {
  const total = sum(contractPayments.map(({ amount }) => amount))
  const paid = sum(contractPayments.map((payment) => payment.paid))
  const change = Math.round(((price - presentPrice) * weeks.left) / weeks.all / 100) * 100
  const after = Math.max(total + change, paid)
  if (after === total) return [roubles(total), 'Не изменится']
  return [after, total, Math.abs(after - total)].map(roubles).concat(after > total ? 'больше' : 'меньше')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Every sum of the main part of a page, in the order of reading. */
export async function shownSums(page: Page): Promise<string[]> {
  const texts = await page.getByRole('main').allInnerTexts()
  return texts.flatMap((text) => text.match(sums) ?? [])
}

/** Digits in groups, kopecks with a comma, and the sign of the currency, with spaces that do not break. */
const sums = /[+\u2212]?\d{1,3}(?:[\u00a0\u202f]\d{3})*(?:,\d\d)?\u00a0₽/g

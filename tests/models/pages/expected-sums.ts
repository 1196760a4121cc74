import type { Page } from 'playwright'
import { firstPart, lines, today } from './payments-model.ts'
import { roubles } from './served-facts.ts'

// The expected sums of a contract, computed here from its payments and written by `roubles`: nothing of `src/` decides
// what a page must show. All lists are in the order in which the page is read.

type Paid = { paid: readonly number[] }

/** The end of the month of today: the first forecast. */
const endOfMonth = '2026-10-31'
/** A payment is due soon until this day. */
const soonUntil = '2026-10-28'

function amountsOf({ paid }: Paid) {
  const left = lines.map(({ dueOn, amount }, index) => ({ dueOn, left: amount - (paid[index] ?? 0) }))
  const open = left.filter((line) => line.left > 0)
  const sum = (some: readonly { left: number }[]) => some.reduce((total, one) => total + one.left, 0)
  const overdue = open.filter(({ dueOn }) => dueOn < today)
  const total = lines.reduce((all, { amount }) => all + amount, 0)
  const coming = sum(open.filter(({ dueOn }) => dueOn <= endOfMonth))
  return {
    total,
    paid: total - sum(open),
    left: sum(open),
    open,
    overdue: overdue.map((line) => line.left),
    debt: sum(overdue),
    next: open.find(({ dueOn }) => dueOn >= today) ?? null,
    months: [...Map.groupBy(open.slice(overdue.length), ({ dueOn }) => dueOn.slice(0, 7)).values()].map(sum),
    forecast: { paid: total - sum(open) + coming, left: sum(open) - coming },
  }
}

/** The page of all contracts, of which there is one. */
export function sumsOfContracts(payments: Paid): string[] {
  const { total, paid, left, overdue, debt, next, months } = amountsOf(payments)
  const nextSums = next === null ? [] : [next.left]
  const isSoon = next !== null && next.dueOn <= soonUntil
  return [
    // What is to be paid.
    ...(overdue.length === 0 ? [] : [debt, ...overdue]),
    ...nextSums,
    ...nextSums,
    // The whole, by month.
    left,
    ...(months.length < 2 ? [] : months),
    // The group of contracts.
    overdue.length > 0 ? debt : isSoon ? next.left : left,
    // The card.
    paid,
    total,
    ...(overdue.length > 0 ? [debt, left] : [left, ...nextSums]),
  ].map(roubles)
}

/** The page of the contract: its amounts, the next payment, the forecast, and the schedule with its operations and their documents. */
export function sumsOfContract({ paid: received }: Paid): string[] {
  const { total, paid, left, open, overdue, debt, next, forecast } = amountsOf({ paid: received })
  const first = overdue[0] ?? next?.left
  return [
    ...[total, left, ...(overdue.length === 0 ? [] : [debt]), paid, total].map(roubles),
    ...(first === undefined ? [] : [roubles(first)]),
    ...(overdue.length > 1 ? [roubles(debt)] : []),
    ...(open.length < 2 ? [] : [forecast.paid, forecast.left].map(roubles)),
    ...lines.flatMap(({ amount }, index) => [
      ...operationsOf(index, received[index] ?? 0).flatMap((one) => [`+${roubles(one)}`, roubles(one)]),
      roubles(amount),
      ...(received[index] ? [roubles(received[index])] : []),
    ]),
    roubles(total),
    roubles(paid),
  ]
}

/** The first payment is paid in two parts. */
function operationsOf(index: number, paid: number): number[] {
  if (paid === 0) return []
  return index === 0 && paid > firstPart ? [firstPart, paid - firstPart] : [paid]
}

/** The home page: the link to what is due next, the debt with its payments, and the next payment. */
export function sumsOfHome(payments: Paid): string[] {
  const { overdue, debt, next } = amountsOf(payments)
  return [
    ...(next === null ? [] : [next.left]),
    ...(overdue.length === 0 ? [] : [debt]),
    ...(overdue.length < 2 ? [] : overdue),
    ...(next === null ? [] : [next.left, next.left]),
  ].map(roubles)
}

/** Every sum of the main part of a page, in the order of reading. */
export async function shownSums(page: Page): Promise<string[]> {
  const texts = await page.getByRole('main').allInnerTexts()
  return texts.flatMap((text) => text.match(sums) ?? [])
}

/** Digits in groups, kopecks with a comma, and the sign of the currency, with spaces that do not break. */
const sums = /[+\u2212]?\d{1,3}(?:[\u00a0\u202f]\d{3})*(?:,\d\d)?\u00a0₽/g

import type { PaymentScheme } from '#contract/enumerations.ts'
import { addDays, type Day } from '#server/days.ts'
import type { Agreement } from './agreements.ts'

/** One line of a payment schedule before anything is paid. */
export type Installment = {
  title: string
  dueOn: Day
  amount: number
  /** Paid by a fund or a bank, which take their time. */
  isSlow: boolean
  /** Of a year that is over: settled one way or the other. */
  isOver: boolean
}

type Line = { title: string; share: number; dueOn: Day; isSlow?: true }

export function installmentsOf({ scheme, signedOn, total, group }: Agreement): Installment[] {
  const lines = plans[scheme](signedOn)
  let left = total
  return lines.map(({ title, share, dueOn, isSlow = false }, index) => {
    const amount = index === lines.length - 1 ? left : Math.floor((total * share) / 10_000) * 100
    left -= amount
    return { title, dueOn, amount, isSlow, isOver: group === null }
  })
}

/** Shares are per cent of the whole; the last line takes what rounding leaves. */
const plans: Record<PaymentScheme, (signedOn: Day) => Line[]> = {
  OnePayment: (signedOn) => [{ title: 'Полная оплата', share: 100, dueOn: addDays(signedOn, 5) }],
  StepByStep: (signedOn) =>
    [0, 1, 2, 3].map((step) => ({ title: `${step + 1}-й платёж`, share: 25, dueOn: addDays(signedOn, 5 + step * 75) })),
  Recurent: (signedOn) =>
    Array.from({ length: 9 }, (_, index) => {
      const dueOn = fifthOfMonth(signedOn, index + 1)
      return { title: monthOf(dueOn), share: 100 / 9, dueOn }
    }),
  BankInstallmentPlan: (signedOn) => [
    { title: 'Первый взнос', share: 10, dueOn: addDays(signedOn, 5) },
    { title: 'Перечисление банка', share: 90, dueOn: addDays(signedOn, 19), isSlow: true },
  ],
  Combo: (signedOn) => [
    { title: 'Собственные средства', share: 25, dueOn: addDays(signedOn, 5) },
    { title: 'Материнский капитал', share: 50, dueOn: addDays(signedOn, 95), isSlow: true },
    { title: 'Собственные средства, остаток', share: 25, dueOn: addDays(signedOn, 160) },
  ],
  MaternalCapital: (signedOn) => [
    { title: 'Материнский капитал', share: 100, dueOn: addDays(signedOn, 65), isSlow: true },
  ],
}

const months = [
  'Январь',
  'Февраль',
  'Март',
  'Апрель',
  'Май',
  'Июнь',
  'Июль',
  'Август',
  'Сентябрь',
  'Октябрь',
  'Ноябрь',
  'Декабрь',
]

function fifthOfMonth(day: Day, monthsLater: number): Day {
  const month = Number(day.slice(5, 7)) - 1 + monthsLater
  const year = Number(day.slice(0, 4)) + Math.floor(month / 12)
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-05`
}

function monthOf(day: Day): string {
  return `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

import type { Instalment } from '#contract/catalog.ts'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { addDays, type Day } from '#server/days.ts'

/** `isSlow`: paid by a bank or a fund, which take their time. */
export type PlannedInstalment = Instalment & { isSlow: boolean }

/** One part of a plan: how many of all the plan's shares it is. */
type Part = { title: string; shares: number; dueOn: Day; isSlow?: true }

/**
 * What is paid when by a scheme: whole roubles, and what a division leaves comes with the last (S3). A share that comes to
 * nothing is no payment: of what is free there are none.
 */
export function instalmentsOf(scheme: PaymentScheme, total: number, signedOn: Day): PlannedInstalment[] {
  const parts = plans[scheme](signedOn)
  const shares = parts.reduce((sum, part) => sum + part.shares, 0)
  let left = total
  const planned = parts.map(({ title, shares: own, dueOn, isSlow = false }, index) => {
    const amount = index === parts.length - 1 ? left : Math.floor((total * own) / (shares * 100)) * 100
    left -= amount
    return { title, dueOn, amount, isSlow }
  })
  return planned.filter(({ amount }) => amount > 0)
}

const plans: Record<PaymentScheme, (signedOn: Day) => Part[]> = {
  OnePayment: (signedOn) => [{ title: 'Полная оплата', shares: 1, dueOn: addDays(signedOn, 5) }],
  StepByStep: (signedOn) =>
    [0, 1, 2, 3].map((step) => ({ title: `${step + 1}-й платёж`, shares: 1, dueOn: addDays(signedOn, 5 + step * 75) })),
  Recurent: (signedOn) =>
    Array.from({ length: 9 }, (_, index) => {
      const dueOn = fifthOfMonth(signedOn, index + 1)
      return { title: monthOf(dueOn), shares: 1, dueOn }
    }),
  BankInstallmentPlan: (signedOn) => [
    { title: 'Первый взнос', shares: 1, dueOn: addDays(signedOn, 5) },
    { title: 'Перечисление банка', shares: 9, dueOn: addDays(signedOn, 19), isSlow: true },
  ],
  Combo: (signedOn) => [
    { title: 'Собственные средства', shares: 1, dueOn: addDays(signedOn, 5) },
    { title: 'Материнский капитал', shares: 2, dueOn: addDays(signedOn, 95), isSlow: true },
    { title: 'Собственные средства, остаток', shares: 1, dueOn: addDays(signedOn, 160) },
  ],
  MaternalCapital: (signedOn) => [
    { title: 'Материнский капитал', shares: 1, dueOn: addDays(signedOn, 65), isSlow: true },
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

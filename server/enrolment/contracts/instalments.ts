import type { Instalment } from '#contract/enrolment/catalog.ts'
import type { PaymentKind, PaymentScheme } from '#contract/enumerations.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'
import { firstPaymentDays } from './rules.ts'

/** `isSlow`: paid by a bank or a fund. */
export type PlannedInstalment = Instalment & { isSlow: boolean }

/** One part of a plan; `shares` is its weight among all parts. */
type Part = { kind: PaymentKind; title: string; shares: number; dueOn: Day }

/** The signing day and the last day of the course. */
type Term = { signedOn: Day; endsOn: Day }

/**
 * The payments of a scheme in whole roubles; the last one takes the rest of the division. Payments of zero are
 * left out.
 */
export function planInstalments(scheme: PaymentScheme, total: number, term: Term): PlannedInstalment[] {
  const parts = plans[scheme](term)
  const shares = parts.reduce((sum, part) => sum + part.shares, 0)
  let left = total
  const planned = parts.map(({ shares: own, ...part }, index) => {
    const amount = index === parts.length - 1 ? left : Math.floor((total * own) / (shares * 100)) * 100
    left -= amount
    return { ...part, amount, isSlow: part.kind === 'bank' || part.kind === 'fund' }
  })
  return planned.filter(({ amount }) => amount > 0)
}

/** The instalments as the API returns them. */
export function toInstalments(planned: readonly PlannedInstalment[]): Instalment[] {
  return planned.map(({ isSlow: _, ...instalment }) => instalment)
}

const plans: Record<PaymentScheme, (term: Term) => Part[]> = {
  OnePayment: ({ signedOn }) => [
    { kind: 'whole', title: 'Полная оплата', shares: 1, dueOn: addDays(signedOn, firstPaymentDays) },
  ],
  StepByStep: (term) =>
    duringCourse(
      [firstPaymentDays, 80, 155, 230].map((days) => addDays(term.signedOn, days)),
      term,
    ).map((dueOn, index) => ({
      kind: 'stage',
      title: `${index + 1}-й платёж`,
      shares: 1,
      dueOn,
    })),
  Recurent: (term) =>
    duringCourse(
      monthsLater.map((months) => fifthOfMonth(term.signedOn, months)),
      term,
    ).map((dueOn) => ({
      kind: 'month',
      title: monthOf(dueOn),
      shares: 1,
      dueOn,
    })),
  BankInstallmentPlan: ({ signedOn }) => [
    { kind: 'first', title: 'Первый взнос', shares: 1, dueOn: addDays(signedOn, firstPaymentDays) },
    { kind: 'bank', title: 'Перечисление банка', shares: 9, dueOn: addDays(signedOn, 19) },
  ],
  Combo: ({ signedOn }) => [
    { kind: 'own', title: 'Собственные средства', shares: 1, dueOn: addDays(signedOn, firstPaymentDays) },
    { kind: 'fund', title: 'Материнский капитал', shares: 2, dueOn: addDays(signedOn, 95) },
    { kind: 'own-rest', title: 'Собственные средства, остаток', shares: 1, dueOn: addDays(signedOn, 160) },
  ],
  MaternalCapital: ({ signedOn }) => [
    { kind: 'fund', title: 'Материнский капитал', shares: 1, dueOn: addDays(signedOn, 65) },
  ],
}

const monthsLater = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Payments due after the course ends are left out; if none is left, everything is due five days after signing. */
function duringCourse(dueDays: readonly Day[], { signedOn, endsOn }: Term): Day[] {
  const during = dueDays.filter((day) => day <= endsOn)
  return during.length > 0 ? during : [addDays(signedOn, firstPaymentDays)]
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

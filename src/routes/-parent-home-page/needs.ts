import type { CheckoutSummary } from '#contract/billing/checkouts.ts'
import type { Basket, CourseWaitingList } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import type { Attention, ProgressOverview } from '#contract/learning/progress.ts'
import type { GroupWaitingList } from '#contract/learning/schedule.ts'
import type { Profile } from '#contract/people/profile.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { canResume } from '#src/domain/baskets.ts'
import { signingStateOf } from '#src/domain/billing/contract-signing.ts'
import {
  accountSumOf,
  type ChargedPayment,
  isUnderWay,
  type PaymentGroup,
  type PaymentSummary,
  paymentSummaryOf,
} from '#src/domain/billing/payments.ts'
import type { OwedCourse } from '#src/domain/grade-book-selection.ts'
import { entryLinksOf, isDeadline, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import type { Dates } from '#src/i18n/dates.ts'

export type Channel = NonNullable<Profile['unverified']>[number]

/** What the person has to do. `due` is the instant, in milliseconds, until which it is to be done. */
export type Need = { id: string; due: number } & (
  | { kind: 'lesson'; entry: ScheduleEntry; join: string }
  | { kind: 'group'; waitingList: GroupWaitingList; heldUntil: string; course: string }
  | { kind: 'course'; waitingList: CourseWaitingList; heldUntil: string }
  | { kind: 'debt'; overdue: PaymentGroup }
  | { kind: 'payment'; next: NonNullable<PaymentSummary['next']> }
  | { kind: 'refused-charge'; payments: ChargedPayment[]; on: string }
  | { kind: 'checkout'; checkout: CheckoutSummary }
  | { kind: 'answer'; ticket: Ticket }
  | { kind: 'homework'; tasks: HomeworkTask[]; isOverdue: boolean }
  | { kind: 'absences'; student: string; subject: string; absences: Attention }
  | { kind: 'purchase'; basket: Basket }
  | { kind: 'signature'; contract: Contract; until: string }
  | { kind: 'return-account'; contract: Contract; sum: number }
  | { kind: 'retakes'; retakes: OwedCourse[] }
  | { kind: 'email' }
  | { kind: 'unverified'; channel: Channel }
)
export type NeedOf<Kind extends Need['kind']> = Extract<Need, { kind: Kind }>

export type NeedsData = {
  contracts: readonly Contract[]
  /** Ids of contracts that others pay for. */
  notPayable: readonly string[]
  checkouts: readonly CheckoutSummary[]
  groups: readonly GroupWaitingList[]
  courses: readonly CourseWaitingList[]
  baskets: readonly Basket[]
  tickets: readonly Ticket[]
  entries: readonly ScheduleEntry[]
  homework: readonly HomeworkTask[]
  progress: readonly ProgressOverview[]
  retakes: readonly OwedCourse[]
  /** The user may have an email address and has none. */
  isEmailMissing: boolean
  /** Contacts that the user may verify by a code. */
  unverified: readonly Channel[]
}

const [minute, dayLength] = [60_000, 86_400_000]

/** Before the start of a lesson that is joined by a link, in milliseconds. */
const joinAhead = 15 * minute

/** Whether a lesson that begins then can be joined, if it is not over. */
export function isTimeToJoin(startsAt: string, now: number): boolean {
  return Date.parse(startsAt) - now <= joinAhead
}

/** Days before a payment in which it is among the rows that are shown at first, and before answers to read. */
const weekAhead = 7

/** Rows that a phone shows at first. */
export const phoneNeeds = 4

type NeedsContext = {
  now: number
  dates: Dates
  /** Number of rows that are shown at first, on a phone. */
  shown: number
}

/**
 * What the person has to do, the most urgent first: a lesson that can be joined, a place that is lost today, a debt, then
 * all by the time until which it can be done. What has none counts as due today (overdue homework), in a day (an account
 * to name), tomorrow (absences to explain), in a week (an answer to read, an exam to retake without a day), in two weeks
 * (a purchase that was begun) or in a month (a missing address). Contacts to verify are always last. A payment due
 * within a week and absences to explain come before homework that is not due today. Of what is shown at first, that
 * payment takes the last row, unless what is due within a day needs it.
 */
export function needsOf(data: NeedsData, { now, dates, shown }: NeedsContext): Need[] {
  const today = dates.dayOf(new Date(now))
  const soon = shiftDay(today, weekAhead, 'day')
  const needs = [
    ...lessonsToJoin(data.entries, now),
    ...heldPlaces(data),
    ...payments(payableOf(data), { now, today, dates }),
    ...signatures(data.contracts, dates),
    ...returnAccounts(data.contracts, now),
    ...data.checkouts
      .filter((checkout) => checkout.payer === null && isUnderWay(checkout))
      .map((checkout) => ({ kind: 'checkout' as const, id: checkout.uuid, due: now, checkout })),
    ...homeworkRows(data.homework, { now, today, dates }),
    ...data.tickets
      .filter(({ isUnread }) => isUnread)
      .map((ticket) => ({ kind: 'answer' as const, id: ticket.uuid, due: endOf(soon, dates), ticket })),
    ...absencesToExplain(data.progress, { now, today, dates }),
    ...[...Map.groupBy(data.retakes, ({ book }) => book.uuid)].map(([id, retakes]) => ({
      kind: 'retakes' as const,
      id,
      due: endOf(firstOf(retakes.flatMap(({ retakeOn }) => retakeOn ?? [])) ?? soon, dates),
      retakes,
    })),
    ...(data.isEmailMissing ? [{ kind: 'email' as const, id: 'email', due: now + 30 * dayLength }] : []),
    ...data.unverified.map((channel) => ({
      kind: 'unverified' as const,
      id: channel,
      due: now + 30 * dayLength,
      channel,
    })),
    ...data.baskets.filter(canResume).map((basket) => ({
      kind: 'purchase' as const,
      id: `${basket.groceryBasketUuid} ${basket.student.uuid}`,
      due: basket.keptUntil === null ? now + 14 * dayLength : endOf(basket.keptUntil, dates),
      basket,
    })),
  ]
  const midnight = endOf(today, dates)
  const isPaymentOfWeek = (need: Need) => need.kind === 'payment' && need.next.day <= soon
  const isLaterHomework = ({ kind, due }: Need) => kind === 'homework' && due > midnight
  const homework = Math.min(...needs.filter(isLaterHomework).map(({ due }) => due))
  const placeOf = (need: Need) =>
    need.kind === 'absences' || isPaymentOfWeek(need) ? Math.min(need.due, homework - 1) : need.due
  const sorted = needs.toSorted(
    (one, other) =>
      rankOf(one, midnight) - rankOf(other, midnight) || placeOf(one) - placeOf(other) || one.due - other.due,
  )
  const payment = sorted.find(isPaymentOfWeek)
  if (payment === undefined || sorted.indexOf(payment) < shown) return sorted
  const others = sorted.filter((need) => need !== payment)
  const lastUrgent = others.findLastIndex((need) => need.due <= now + dayLength && !isLaterHomework(need))
  return others.toSpliced(Math.max(shown - 1, lastUrgent + 1), 0, payment)
}

/** Rows of a phone: `phoneNeeds`, and more where they are due today. */
export function shownOnPhone(needs: readonly Need[], now: number, dates: Dates): number {
  const midnight = endOf(dates.dayOf(new Date(now)), dates)
  return Math.max(phoneNeeds, needs.findLastIndex((need) => rankOf(need, midnight) < 3 || need.due <= midnight) + 1)
}

/** `midnight`: the end of today. */
function rankOf({ kind, due }: Need, midnight: number): number {
  if (kind === 'lesson') return 0
  if ((kind === 'group' || kind === 'course') && due <= midnight) return 1
  if (kind === 'debt') return 2
  return kind === 'unverified' ? 4 : 3
}

function lessonsToJoin(entries: readonly ScheduleEntry[], now: number): Need[] {
  return entries.flatMap((entry) => {
    const due = Date.parse(entry.startsAt)
    const { join } = entryLinksOf(entry, now)
    return join === null || isDeadline(entry) || !isTimeToJoin(entry.startsAt, now)
      ? []
      : [{ kind: 'lesson', id: entry.key, due, entry, join }]
  })
}

function heldPlaces({ groups, courses, contracts }: NeedsData): Need[] {
  return [
    ...groups.flatMap((waitingList): Need[] => {
      const { uuid: id, heldUntil } = waitingList.own ?? { uuid: '', heldUntil: null }
      if (heldUntil === null) return []
      const course = contracts.find(({ uuid }) => uuid === waitingList.contractUuid)?.program.title ?? ''
      return [{ kind: 'group', id, due: Date.parse(heldUntil), waitingList, heldUntil, course }]
    }),
    ...courses.flatMap((waitingList): Need[] => {
      const { uuid: id, heldUntil } = waitingList
      return heldUntil === null ? [] : [{ kind: 'course', id, due: Date.parse(heldUntil), waitingList, heldUntil }]
    }),
  ]
}

type Now = { now: number; today: string; dates: Dates }

/** The contracts for which the person may pay. */
function payableOf({ contracts, notPayable }: NeedsData): readonly Contract[] {
  return contracts.filter(({ uuid }) => !notPayable.includes(uuid))
}

/** The debt of the family, what is due next, and what a card has refused and is charged again; what it will pay is not among it. */
function payments(contracts: readonly Contract[], { now, today, dates }: Now): Need[] {
  const { overdue, next, refused } = paymentSummaryOf(contracts, today)
  const again = Map.groupBy(refused, ({ charge }) => charge.on)
  return [
    ...(overdue.count === 0 ? [] : [{ kind: 'debt' as const, id: 'debt', due: now, overdue }]),
    ...(next === null ? [] : [{ kind: 'payment' as const, id: 'payment', due: endOf(next.day, dates), next }]),
    ...[...again].map(([on, own]) => ({
      kind: 'refused-charge' as const,
      id: on,
      due: endOf(on, dates),
      payments: own,
      on,
    })),
  ]
}

/** Contracts that wait for the person's own signature. */
function signatures(contracts: readonly Contract[], dates: Dates): Need[] {
  return contracts.flatMap((contract): Need[] => {
    const { uuid, signing } = contract
    if (!signing || signingStateOf(contract) !== 'own') return []
    const { until } = signing
    return [{ kind: 'signature', id: uuid, due: endOf(until, dates), contract, until }]
  })
}

/** Terminated contracts whose money waits for the person's account. */
function returnAccounts(contracts: readonly Contract[], now: number): Need[] {
  return contracts.flatMap((contract): Need[] => {
    const { uuid, termination } = contract
    if (!termination?.needsAccount) return []
    return [{ kind: 'return-account', id: uuid, due: now + dayLength, contract, sum: accountSumOf(termination) }]
  })
}

function firstOf(days: readonly string[]): string | undefined {
  return days.toSorted().at(0)
}

const overdue = 'overdue'

/** Overdue tasks that are still accepted, those that are due today, and those of tomorrow: a row of each. */
function homeworkRows(all: readonly HomeworkTask[], { now, today, dates }: Now): Need[] {
  const until = endOf(shiftDay(today, 1, 'day'), dates)
  const waiting = all.filter(({ canBeDone, dueAt }) => canBeDone && Date.parse(dueAt) <= until)
  const rows = Map.groupBy(waiting, ({ dueAt }) => (Date.parse(dueAt) <= now ? overdue : dates.dayOf(dueAt)))
  return [...rows].map(([id, tasks]) => {
    const isOverdue = id === overdue
    const due = Math.min(
      ...tasks.map(({ dueAt, acceptedUntil }) => {
        const until = isOverdue ? acceptedUntil : dueAt
        return until === null ? endOf(today, dates) : Date.parse(until)
      }),
    )
    return { kind: 'homework', id, due, tasks, isOverdue }
  })
}

/** Days in which a missed lesson can be explained usefully. */
const explainedWithin = 14

/** Lessons that a child has missed one after another, the last of them lately. */
function absencesToExplain(progress: readonly ProgressOverview[], { today, dates }: Now): Need[] {
  const since = shiftDay(today, -explainedWithin, 'day')
  const due = endOf(shiftDay(today, 1, 'day'), dates)
  return progress.flatMap(({ studentUuid: student, attention, groups }) =>
    attention
      .filter(({ kind, date }) => kind === 'absences-in-a-row' && date >= since)
      .map((absences) => {
        const { subject = '' } = groups.find(({ groupId }) => groupId === absences.groupId) ?? {}
        return { kind: 'absences' as const, id: absences.lessonUuid, due, student, subject, absences }
      }),
  )
}

/** The instant when a day (YYYY-MM-DD) of the school is over. */
function endOf(day: string, dates: Dates): number {
  return Date.parse(dates.instantAt(`${shiftDay(day, 1, 'day')}T00:00`))
}

import type { SchoolEvent } from '#contract/learning/events.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import type { DuePayment } from './billing/payments.ts'
import type { Calendar, ChildTones } from './calendar.ts'
import type { ChildTags } from './child-tags.ts'
import { layerAppearances } from './item-kind.ts'

type PaymentItemsContext = {
  tags: ChildTags
  childTones?: ChildTones | null
  locale: string
  labels: { due: string; overdue: string; charged: string }
}

/** Expected payments on their due days, or on the day on which a card pays them. */
export function paymentItems(due: readonly DuePayment[], context: PaymentItemsContext): Calendar {
  const { tags, childTones = null, locale, labels } = context
  const items = due.map(({ contract, payment, left, isOverdue }) => {
    const tag = tags.get(contract.student.uuid)
    const isLate = isOverdue && payment.charge === null
    return {
      ...layerAppearances.payments,
      ...(childTones && { tone: childTones.get(contract.student.uuid) ?? 'neutral' }),
      key: `payments ${contract.uuid} ${payment.uuid}`,
      day: payment.charge?.on ?? payment.dueOn,
      hours: null,
      starts: '',
      ends: '',
      title: formatMoney(left, locale),
      // The stored title is for documents and banks: the linked page shows the localized one.
      note: contract.program.title,
      ...(tag && { person: tag.name, personInitials: tag.letters }),
      kindLabel: payment.charge ? labels.charged : isLate ? labels.overdue : labels.due,
      marked: true,
      ...(isLate && { warning: labels.overdue, overdue: true }),
    }
  })
  return { items, bands: [] }
}

type EventItemsContext = { dates: Dates; isByChild?: boolean; kindLabel: string }

/** Events of the school: by the hour, or as a band where they last for days. They belong to no child. */
export function eventItems(events: readonly SchoolEvent[], context: EventItemsContext): Calendar {
  const { dates, isByChild = false, kindLabel } = context
  const calendar: Calendar = { items: [], bands: [] }
  for (const { uuid, title, startsAt, endsAt, place } of events) {
    // An end at midnight belongs to the day before it.
    const [from, to] = [dates.dayOf(startsAt), dates.dayOf(new Date(Date.parse(endsAt) - 1))]
    const { icon, tone } = layerAppearances.events
    const appearance = { icon, tone: isByChild ? ('neutral' as const) : tone, key: `events ${uuid}`, title }
    if (from !== to) {
      calendar.bands.push({ ...appearance, from, to, marked: true })
      continue
    }
    calendar.items.push({
      ...appearance,
      day: from,
      hours: { from: dates.minuteOf(startsAt), to: dates.minuteOf(endsAt) || 24 * 60 },
      starts: dates.time(startsAt),
      ends: dates.time(endsAt),
      ...(place !== null && { note: place }),
      kindLabel,
      marked: true,
    })
  }
  return calendar
}

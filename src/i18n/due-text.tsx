import { Plural, Trans } from '@lingui/react/macro'
import { daysUntil } from './calendar-days.ts'
import { useDates } from './use-dates.ts'

/** Days in which it helps to say how many are left; beyond them the date is enough. */
const countedDays = 14

/** Whether it helps to say how many days are left until a day. Days are YYYY-MM-DD. */
export function isCounted(day: string, today: string): boolean {
  return daysUntil(day, today) <= countedDays
}

/** «до 5 декабря, осталось 5 дней», «до 5 мая», «до 5 мая 2028 г.» if the same month comes sooner. */
export function DueDayText({ day, today }: { day: string; today: string }) {
  const dates = useDates()
  const until = day.slice(0, 7) < yearLater(today).slice(0, 7) ? dates.day(day) : dates.dayWithYear(day)
  if (!isCounted(day, today)) return <Trans>до {until}</Trans>
  return (
    <>
      <Trans>до {until}</Trans>, <DueText days={daysUntil(day, today)} />
    </>
  )
}

function yearLater(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
}

/** Days until the due day, or «overdue». */
export function DueText({ days }: { days: number }) {
  if (days === 0) return <Trans>сегодня</Trans>
  if (days === 1) return <Trans>завтра</Trans>
  if (days > 0)
    return (
      <Plural value={days} one="остался # день" few="осталось # дня" many="осталось # дней" other="осталось # дня" />
    )
  return (
    <Plural
      value={-days}
      one="просрочен на # день"
      few="просрочен на # дня"
      many="просрочен на # дней"
      other="просрочен на # дня"
    />
  )
}

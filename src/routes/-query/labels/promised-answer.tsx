import { Trans } from '@lingui/react/macro'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useDeadlineText } from './use-deadline-text.ts'

/** Until when the school has promised to answer, red when it is late; `isOwed`: to the one who answers. */
export function PromisedAnswer({ dueAt, isOwed = false }: { dueAt: string; isOwed?: boolean }) {
  const dates = useDates()
  const now = useNow()
  const { today } = useSchoolNow()
  const until = useDeadlineText()(dueAt)
  const day = dates.dayOf(dueAt)
  const isToday = day === today
  if (Date.parse(dueAt) > now) {
    if (isOwed) return <Trans>Нужно ответить до {until}</Trans>
    // To families an hour of another day, such as 03:01, would say nothing.
    if (day === shiftDay(today, 1, 'day')) return <Trans>Ответим завтра</Trans>
    return <Trans>Ответим до {isToday ? until : dates.day(day)}</Trans>
  }
  const since = dates.dayShort(day)
  return (
    <span className="font-medium text-ink-error">
      {isOwed ? <Trans>Ответ просрочен с {since}</Trans> : <Trans>Обещали ответить до {isToday ? until : since}</Trans>}
    </span>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { QueuedTicket } from '#contract/people/tickets.ts'
import { ticketRecipientText } from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'

/** The administrator who has the ticket, or the teacher or curator to whom it is addressed. */
export function Answerer({ ticket: { assignee, recipient } }: { ticket: QueuedTicket }) {
  const { t, i18n } = useLingui()
  const ownId = useCurrentUserId()
  if (assignee) return assignee.id === ownId ? t`Вы` : assignee.name
  if (recipient) return ticketRecipientText(i18n, recipient)
  return (
    <span className="text-ink-muted">
      <Trans>Не назначен</Trans>
    </span>
  )
}

/** When the norm is over; red where it is, with its hour alone today. `isAlone`: no heading says what it is. */
export function DueAt({ at, isAlone = false }: { at: string; isAlone?: boolean }) {
  const dates = useDates()
  const isOverdue = Date.parse(at) < useNow()
  const { today } = useSchoolNow()
  const isToday = dates.dayOf(at) === today
  const time = dates.time(at)
  return (
    <time dateTime={at} className={isOverdue ? 'font-medium text-ink-error tabular-nums' : 'tabular-nums'}>
      {isOverdue && <Trans>просрочено с {dates.dateTime(at)}</Trans>}
      {!isOverdue &&
        isToday &&
        (isAlone ? <Trans>ответить сегодня до {time}</Trans> : <Trans>сегодня до {time}</Trans>)}
      {!isOverdue && !isToday && (isAlone ? <Trans>ответить до {dates.dateTime(at)}</Trans> : dates.dateTime(at))}
    </time>
  )
}

import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useDeadlineText } from './use-deadline-text.ts'

/** Until when the school has promised to answer, red when it is late; `isOwed`: to the one who answers. */
export function PromisedAnswer({ dueAt, isOwed = false }: { dueAt: string; isOwed?: boolean }) {
  const dates = useDates()
  const now = useNow()
  const until = useDeadlineText()(dueAt)
  if (Date.parse(dueAt) > now)
    return isOwed ? <Trans>Нужно ответить до {until}</Trans> : <Trans>Ответим до {until}</Trans>
  const since = dates.dayShort(dates.dayOf(dueAt))
  return (
    <span className="font-medium text-ink-error">
      {isOwed ? <Trans>Ответ просрочен с {since}</Trans> : <Trans>Ответ задерживается с {since}</Trans>}
    </span>
  )
}

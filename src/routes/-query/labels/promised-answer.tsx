import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useDeadlineText } from './use-deadline-text.ts'

/** Until when the school has promised to answer; `isOwed`: to the one who answers. */
export function PromisedAnswer({ dueAt, isOwed = false }: { dueAt: string; isOwed?: boolean }) {
  const dates = useDates()
  const now = useNow()
  const until = useDeadlineText()(dueAt)
  const isLate = Date.parse(dueAt) <= now
  const since = dates.day(dates.dayOf(dueAt))
  if (isOwed) return isLate ? <Trans>просрочено с {since}</Trans> : <Trans>ответить до {until}</Trans>
  return isLate ? <Trans>ответ задерживается с {since}</Trans> : <Trans>ответ обещан до {until}</Trans>
}

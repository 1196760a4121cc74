import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-query/use-now.ts'

/** Until when the school has promised to answer; `isOwed`: to the one who answers. */
export function PromisedAnswer({ dueAt, isOwed = false }: { dueAt: string; isOwed?: boolean }) {
  const dates = useDates()
  const now = useNow()
  if (isOwed) {
    return Date.parse(dueAt) > now ? (
      <Trans>ответить до {dates.dateTime(dueAt)}</Trans>
    ) : (
      <Trans>просрочено с {dates.dateTime(dueAt)}</Trans>
    )
  }
  return Date.parse(dueAt) > now ? (
    <Trans>ответ обещан до {dates.dateTime(dueAt)}</Trans>
  ) : (
    <Trans>ответ задерживается</Trans>
  )
}

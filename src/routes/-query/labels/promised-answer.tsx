import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-query/use-now.ts'

/** Until when the school has promised to answer. */
export function PromisedAnswer({ dueAt }: { dueAt: string }) {
  const dates = useDates()
  const now = useNow()
  return Date.parse(dueAt) > now ? (
    <Trans>ответ обещан до {dates.dateTime(dueAt)}</Trans>
  ) : (
    <Trans>ответ задерживается</Trans>
  )
}

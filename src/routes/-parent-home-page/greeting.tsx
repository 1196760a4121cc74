import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'

export function Greeting() {
  const name = useSessionSelector(({ context }) => context.user?.firstName ?? null)
  const { today } = useSchoolNow()
  const day = useDates().weekday(today)
  return name === null ? (
    <Trans>Сегодня {day}</Trans>
  ) : (
    <Trans>
      {name}, сегодня {day}
    </Trans>
  )
}

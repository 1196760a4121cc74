import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'

export function Greeting() {
  const name = useSessionSelector(({ context }) => context.user?.firstName ?? null)
  const { today } = useSchoolNow()
  const day = useDates().weekday(today)
  return name === null ? (
    <Trans>Сегодня {day}.</Trans>
  ) : (
    <Trans>
      Здравствуйте, {name}! Сегодня {day}.
    </Trans>
  )
}

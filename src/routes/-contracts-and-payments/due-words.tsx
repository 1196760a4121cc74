import { Plural, Trans } from '@lingui/react/macro'
import { daysUntil } from './payments.ts'
import { useToday } from './use-today.ts'

/** How far away a due day is, as people say it. */
export function DueWords({ day }: { day: string }) {
  const days = daysUntil(day, useToday())
  if (days === 0) return <Trans>сегодня</Trans>
  if (days === 1) return <Trans>завтра</Trans>
  if (days > 0)
    return <Plural value={days} one="через # день" few="через # дня" many="через # дней" other="через # дня" />
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

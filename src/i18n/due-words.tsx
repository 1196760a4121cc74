import { Plural, Trans } from '@lingui/react/macro'

/** How far away a due day is, in whole days, as people say it; a day that has passed is overdue. */
export function DueWords({ days }: { days: number }) {
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

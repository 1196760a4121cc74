import { Plural, Trans } from '@lingui/react/macro'

/** Days until the due day, or «overdue». */
export function DueText({ days }: { days: number }) {
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

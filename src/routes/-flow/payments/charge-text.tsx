import { Trans } from '@lingui/react/macro'
import type { CardCharge } from '#contract/enrolment/contracts.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** «спишется 10 декабря с карты ··4444», again after a refusal; of the card of another person only the day. */
export function ChargeText({
  charge: { on, isUnderWay, isRepeated, card },
  dates,
}: {
  charge: CardCharge
  dates: Dates
}) {
  const day = dates.day(on)
  if (isUnderWay) return <Trans>списывается с карты</Trans>
  if (isRepeated) return <Trans>карта отказала, спишется снова {day}</Trans>
  return card === null ? (
    <Trans>спишется {day}</Trans>
  ) : (
    <Trans>
      спишется {day} с карты ··{card}
    </Trans>
  )
}

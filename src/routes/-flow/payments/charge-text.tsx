import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { autopaysQuery } from '#src/api/contracts.ts'
import { type ChargeOfPayment, chargesByPayment } from '#src/domain/billing/autopay.ts'
import type { Dates } from '#src/i18n/dates.ts'

const noCharges: ReadonlyMap<string, ChargeOfPayment> = new Map()

/** Automatic charges that are ahead, by instalment. */
export function useCharges(): ReadonlyMap<string, ChargeOfPayment> {
  const { data } = useQuery(optionalQuery(autopaysQuery()))
  return data ? chargesByPayment(data.autopays) : noCharges
}

/** «спишется 10 декабря с карты ··4444»; of the card of another person only the day. */
export function ChargeText({ charge: { on, state, card }, dates }: { charge: ChargeOfPayment; dates: Dates }) {
  const day = dates.day(on)
  if (state === 'charging') return <Trans>списывается с карты</Trans>
  return card === null ? (
    <Trans>спишется {day}</Trans>
  ) : (
    <Trans>
      спишется {day} с карты ··{card}
    </Trans>
  )
}

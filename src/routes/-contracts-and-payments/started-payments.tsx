import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { checkoutsQuery } from '#src/api/contracts.ts'
import { isUnderWay } from '#src/domain/billing/payments.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CheckoutTitle } from '#src/routes/-flow/payments/checkout-title.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** Online payments that the bank has not answered: the own ones can be looked at. */
export function StartedPayments() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  // Optional: the card is absent when the call fails.
  const { data: checkouts = [] } = useQuery(optionalQuery(checkoutsQuery()))
  const shown = checkouts.filter(isUnderWay)
  if (shown.length === 0) return null
  return (
    <Card aria-label={t`Начатые оплаты`}>
      <List>
        {shown.map((checkout) => {
          const { uuid, amount, payer, isAutomatic, createdAt } = checkout
          const [sum, at] = [formatMoney(amount, i18n.locale), dates.dateTime(createdAt)]
          return (
            <ListItem
              key={uuid}
              title={<CheckoutTitle checkout={checkout} />}
              note={[t`Оплата начата ${at}`, ...(payer === null ? [] : [t`платит ${payer}`])].join(separator)}
              end={
                payer === null &&
                !isAutomatic && (
                  <ButtonLink to="/payment" search={{ checkout: uuid }} size="small">
                    <span>
                      <Trans>Проверить</Trans>
                      <VisuallyHidden>: {sum}</VisuallyHidden>
                    </span>
                  </ButtonLink>
                )
              }
            />
          )
        })}
      </List>
    </Card>
  )
}

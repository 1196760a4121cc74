import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { optionalQuery } from '#src/api/call-query.ts'
import { checkoutMethodsQuery } from '#src/api/contracts.ts'
import { type DuePayment, groupOf, payableOnline } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'

/** Whether the school takes payments online. */
export function useCanPayOnline(): boolean {
  const { data } = useQuery(optionalQuery(checkoutMethodsQuery()))
  return (data?.methods.length ?? 0) > 0
}

/** Those of the payments that the school takes online, and from this person. */
export function usePayableOnline(payments: readonly DuePayment[]): readonly DuePayment[] {
  const { data } = useQuery(optionalQuery(checkoutMethodsQuery()))
  if (!data || data.methods.length === 0) return []
  return payments.filter(({ contract }) => payableOnline([contract], data).length > 0)
}

/** The search of the page that pays these payments. */
export function searchOf(payments: readonly DuePayment[]): { payment: string[] } {
  return { payment: payments.map(({ payment }) => payment.uuid) }
}

type PayLinkProps = Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'size'> & {
  payments: readonly DuePayment[]
  /** The heading beside it names the same sum. */
  isSumShown?: boolean
}

/** «Оплатить 12 000 ₽». */
export function PayLink({ payments, isSumShown = false, ...look }: PayLinkProps) {
  const { t, i18n } = useLingui()
  const sum = formatMoney(groupOf(payments).sum, i18n.locale)
  return (
    <ButtonLink {...look} to="/payment" search={searchOf(payments)} aria-label={t`Оплатить ${sum}`}>
      {isSumShown ? <Trans>Оплатить</Trans> : <Trans>Оплатить {sum}</Trans>}
    </ButtonLink>
  )
}

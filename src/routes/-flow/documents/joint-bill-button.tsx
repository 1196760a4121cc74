import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { type DuePayment, groupOf } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import type { ButtonProps } from '#src/ui/forms/button.tsx'
import { DocumentButton } from './document-button.tsx'

type JointBillButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  /** All that is due, those whose sum is named above, or what the person has chosen. */
  of: 'all' | 'named' | 'chosen'
  payments: readonly DuePayment[]
}

/** Downloads one bill for several payments as PDF. */
export function JointBillButton({ of, payments, ...buttonProps }: JointBillButtonProps) {
  const { t, i18n } = useLingui()
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('POST /v1/profile/bill', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const sum = formatMoney(groupOf(payments).sum, i18n.locale)
  const labels = {
    all: t`Один счёт на всё: ${sum}`,
    named: t`Один счёт на ${sum}`,
    chosen: t`Счёт на выбранное: ${sum}`,
  }
  return (
    <DocumentButton
      {...buttonProps}
      label={labels[of]}
      about={[...new Set(payments.map(({ contract }) => contract.number))].join(', ')}
      ask={ask}
      failure={<Trans>Не удалось подготовить счёт.</Trans>}
      onClick={() => ask.mutate({ body: { paymentUuids: payments.map(({ payment }) => payment.uuid) } })}
    />
  )
}

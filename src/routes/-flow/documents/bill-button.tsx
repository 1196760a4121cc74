import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import type { ButtonProps } from '#src/ui/forms/button.tsx'
import { DocumentButton } from './document-button.tsx'

type BillButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  contractId: string
  payment: { uuid: string; title: string }
  /** «Скачать счёт» without it. */
  label?: string | undefined
  /** Shows a shorter label; screen readers get the whole one. */
  compact?: boolean
}

/** Downloads the bill of a payment as PDF. */
export function BillButton({ contractId, payment, label, compact = false, ...buttonProps }: BillButtonProps) {
  const { t } = useLingui()
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  return (
    <DocumentButton
      {...buttonProps}
      label={label ?? t`Скачать счёт`}
      about={payment.title}
      short={compact ? t`Счёт` : undefined}
      ask={ask}
      failure={<Trans>Не удалось подготовить счёт.</Trans>}
      onClick={() => ask.mutate({ params: { contractId, paymentId: payment.uuid } })}
    />
  )
}

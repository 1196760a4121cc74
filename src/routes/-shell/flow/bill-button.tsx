import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { CallError } from '#src/routes/-shell/query/error-message.tsx'
import { Button, type ButtonProps } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type BillButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  contractId: string
  payment: { uuid: string; title: string }
  /** Shows only the icon; the label is for screen readers. */
  compact?: boolean
}

/** Downloads the bill of a payment as PDF. The URL is requested on click, because it expires after minutes. */
export function BillButton({ contractId, payment, compact = false, ...look }: BillButtonProps) {
  const { t } = useLingui()
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = useMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const { title, uuid } = payment
  const label = t`Скачать счёт`
  return (
    <>
      <Button
        {...look}
        {...(compact && { title: label })}
        icon={<Icon name="download" size={look.size === 'small' ? 16 : 20} />}
        busy={ask.isPending}
        onClick={() => ask.mutate({ params: { contractId, paymentId: uuid } })}
      >
        <span>
          {compact ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          {/* Distinguishes several buttons of one page for screen readers. */}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </span>
      </Button>
      <CallError error={ask.error}>
        <Trans>Не удалось подготовить счёт.</Trans>
      </CallError>
    </>
  )
}

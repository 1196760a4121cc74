import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { Button, type ButtonProps } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { FailureWords } from './failure-words.tsx'

type BillButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  contractId: string
  payment: { uuid: string; title: string }
  /** Its words are heard, not seen: where a line has no room. */
  compact?: boolean
}

/** The bill of a payment as a PDF: its address is asked for when it is wanted, because it is good for minutes only. */
export function BillButton({ contractId, payment, compact = false, ...look }: BillButtonProps) {
  const { t } = useLingui()
  const leaveFor = useRouteContext({ from: '__root__', select: (context) => context.leaveFor })
  const ask = useMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link', { returnsFailure: true }),
    onSuccess: ({ url }) => leaveFor(url),
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
          {/* Several stand on a page: whoever hears them knows which is which. */}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </span>
      </Button>
      {ask.error && (
        <p role="alert" className="basis-full text-sm font-normal text-ink-error">
          <Trans>Не удалось подготовить счёт.</Trans> <FailureWords error={ask.error} />
        </p>
      )}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PaidCheckout } from '#contract/billing/refunds.ts'
import { paidCheckoutsQuery } from '#src/api/admin.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { ListItem } from '#src/ui/data/list.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { UserItems } from './user-items.tsx'

/** Online payments of a user with what went back, and the button that returns the rest. */
export function UserPayments({ id }: { id: string }) {
  const result = useQuery(paidCheckoutsQuery(id))
  return (
    <UserItems title={<Trans>Онлайн-платежи</Trans>} result={result}>
      {(payment) => <PaymentItem key={payment.uuid} userId={id} payment={payment} />}
    </UserItems>
  )
}

function PaymentItem({ userId, payment }: { userId: string; payment: PaidCheckout }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('admin')
  const { uuid, amount, returnable, contractNumbers, payer, paidAt, receiptUrl, refunds } = payment
  const { name } = payer
  const sum = formatMoney(amount, i18n.locale)
  const note = [
    dates.dateTime(paidAt),
    contractNumbers.join(', '),
    payer.id !== userId && t`платил другой человек: ${name}`,
  ]
  return (
    <ListItem title={<span className="tabular-nums">{sum}</span>} note={note.filter(Boolean).join(separator)}>
      {refunds.map((refund) => (
        <RefundLine key={refund.uuid} refund={refund} />
      ))}
      <div className="flex flex-wrap items-center gap-sm pt-xs">
        {receiptUrl !== null && (
          <TextLink href={receiptUrl} target="_blank" rel="noopener">
            <Trans>Кассовый чек</Trans>
          </TextLink>
        )}
        {returnable > 0 && (
          <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'refund', item: uuid })}>
            <Trans>
              Вернуть деньги<VisuallyHidden>: {sum}</VisuallyHidden>
            </Trans>
          </Button>
        )}
      </div>
    </ListItem>
  )
}

function RefundLine({ refund: { amount, state, note, receiptUrl } }: { refund: PaidCheckout['refunds'][number] }) {
  const { i18n } = useLingui()
  const sum = formatMoney(amount, i18n.locale)
  return (
    <div className="flex flex-wrap items-center gap-xs pt-xs text-sm">
      {state === 'succeeded' && (
        <Badge tone="success">
          <Trans>Вернули {sum}</Trans>
        </Badge>
      )}
      {state === 'pending' && (
        <Badge tone="info">
          <Trans>Возвращаем {sum}</Trans>
        </Badge>
      )}
      {state === 'failed' && (
        <Badge tone="error">
          <Trans>Банк не вернул {sum}</Trans>
        </Badge>
      )}
      {note !== '' && <span className="min-w-0 break-words">{note}</span>}
      {receiptUrl !== null && (
        <TextLink href={receiptUrl} target="_blank" rel="noopener">
          <Trans>Чек возврата</Trans>
        </TextLink>
      )}
    </div>
  )
}

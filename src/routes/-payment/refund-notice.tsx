import { Trans, useLingui } from '@lingui/react/macro'
import type { Checkout, Refund } from '#contract/billing/checkouts.ts'
import type { RefundReason } from '#contract/enumerations.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { TicketButton } from '#src/routes/-flow/tickets/ticket-button.tsx'
import { useTicketSearch } from '#src/routes/-flow/tickets/use-ticket-search.ts'
import { useMayWrite } from '#src/routes/-query/use-session.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'

type RefundNoticeProps = { refund: Refund; method: Checkout['method'] }

/** Money that is given back: how much, where to, why and when. */
export function RefundNotice({ refund: { amount, state, reason, note, receiptUrl }, method }: RefundNoticeProps) {
  const { i18n } = useLingui()
  const sum = formatMoney(amount, i18n.locale)
  if (state === 'failed' && reason === 'termination')
    return (
      <Notice tone="warning" title={<Trans>Возврат {sum} не прошёл</Trans>}>
        <Trans>Школа переведёт эти деньги на счёт заказчика договора.</Trans>
      </Notice>
    )
  if (state === 'failed')
    return (
      <Notice tone="error" title={<Trans>Возврат {sum} не прошёл</Trans>} action={<WriteToSchool />}>
        <Trans>Напишите нам, и мы вернём деньги другим способом.</Trans>
      </Notice>
    )
  return (
    <Notice title={<RefundTitle sum={sum} state={state} reason={reason} method={method} />}>
      <Reason reason={reason} /> {note !== '' && `${note} `}
      {state === 'pending' && <Trans>Обычно банк зачисляет возврат в течение нескольких дней.</Trans>}
      {receiptUrl !== null && (
        <span className="whitespace-nowrap">
          <TextLink href={receiptUrl} target="_blank" rel="noopener">
            <Trans>Чек возврата</Trans>
          </TextLink>
        </span>
      )}
    </Notice>
  )
}

type RefundTitleProps = Pick<Refund, 'state' | 'reason'> & { sum: string; method: Checkout['method'] }

function RefundTitle({ sum, state, reason, method }: RefundTitleProps) {
  if (state === 'succeeded')
    return method === 'card' ? <Trans>{sum} вернули на карту</Trans> : <Trans>{sum} вернули на ваш счёт</Trans>
  if (reason === 'paid-twice')
    return method === 'card' ? (
      <Trans>Лишние {sum} вернутся на карту</Trans>
    ) : (
      <Trans>Лишние {sum} вернутся на ваш счёт</Trans>
    )
  return method === 'card' ? <Trans>{sum} вернутся на карту</Trans> : <Trans>{sum} вернутся на ваш счёт</Trans>
}

function Reason({ reason }: { reason: RefundReason }) {
  switch (reason) {
    case 'paid-twice':
      return <Trans>Пришло больше, чем оставалось заплатить.</Trans>
    case 'contract-ended':
      return <Trans>Платёж пришёл, когда платить было уже не нужно.</Trans>
    case 'termination':
      return <Trans>Договор расторгнут.</Trans>
    default:
      return <Trans>Возврат оформила школа.</Trans>
  }
}

function WriteToSchool() {
  const { open } = useTicketSearch()
  const mayWrite = useMayWrite()
  if (!mayWrite) return null
  return (
    <TicketButton size="small" onClick={() => open({ tickets: 'new' })}>
      <Trans>Написать в школу</Trans>
    </TicketButton>
  )
}

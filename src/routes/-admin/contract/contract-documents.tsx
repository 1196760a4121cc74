import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import type { CertificateState, ContractDocumentKind } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { type Labels, labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

const route = getRouteApi('__root__')

/** `id`: of the payment, operation or certificate. Without `isReady` it cannot be downloaded yet. */
type Document = {
  kind: ContractDocumentKind
  id?: string
  title: string
  note?: ReactNode
  isReady: boolean
}

/** Beside the contract itself. */
const shownAtFirst = 3

/** The PDFs of a contract: the contract with the code by which a copy is checked, bills, confirmations and certificates. */
export function ContractDocuments({ card }: { card: ContractCard }) {
  const { i18n } = useLingui()
  const documents = useDocuments(card)
  const [first, rest] = [documents.slice(0, shownAtFirst + 1), documents.slice(shownAtFirst + 1)]
  const rows = (some: readonly Document[]) => (
    <List>
      {some.map((document) => (
        <DocumentItem key={`${document.kind} ${document.id}`} contractId={card.contract.uuid} document={document} />
      ))}
    </List>
  )
  return (
    <>
      {rows(first)}
      {rest.length > 0 && (
        <Disclosure summary={<Trans>Ещё документы: {i18n.number(rest.length)}</Trans>}>{rows(rest)}</Disclosure>
      )}
    </>
  )
}

const certificateStateLabels: Labels<CertificateState> = {
  requested: msg`заказана, ещё не готова`,
  prepared: msg`заказана, ещё не готова`,
  ready: msg`готова`,
}

function useDocuments({ contract, documents: { code, certificates } }: ContractCard): Document[] {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const { number, payments } = contract
  const day = (at: string) => dates.dayWithYear(dates.dayOf(at))
  const state = (label: MessageDescriptor, at: string | null) => (at ? day(at) : i18n._(label))
  return [
    {
      kind: 'contract',
      title: t`Договор №\u00a0${number}`,
      isReady: true,
      note: code && (
        <Trans>
          код проверки <span className="tabular-nums select-all">{code}</span>
        </Trans>
      ),
    },
    ...payments
      .filter(({ toPay }) => toPay > 0)
      .map((payment): Document => {
        const title = titleOf(payment, payments)
        const note = formatMoney(payment.toPay, i18n.locale)
        return { kind: 'bill', id: payment.uuid, title: t`Счёт: ${title}`, note, isReady: true }
      }),
    ...payments.flatMap((payment) =>
      payment.operations
        .filter(({ hasReceipt }) => hasReceipt)
        .map(({ uuid, amount, at }): Document => {
          const title = titleOf(payment, payments)
          const note = [formatMoney(amount, i18n.locale), day(at)].join(', ')
          return { kind: 'receipt', id: uuid, title: t`Подтверждение оплаты: ${title}`, note, isReady: true }
        }),
    ),
    ...certificates.map(
      ({ uuid, year, number: own, state: made, readyAt }): Document => ({
        kind: 'certificate',
        id: uuid,
        title: t`Справка об оплате за ${year}\u00a0год №\u00a0${own}`,
        note: state(labelOf(certificateStateLabels, made), readyAt),
        isReady: made === 'ready',
      }),
    ),
  ]
}

/** The address is asked for at the press, because it expires within minutes. */
function DocumentItem({ contractId, document }: { contractId: string; document: Document }) {
  const openExternal = route.useRouteContext({ select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('GET /v1/admin/contract/{contractId}/document-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const { kind, id, title, note, isReady } = document
  return (
    <ListItem
      title={title}
      note={note}
      end={
        isReady && (
          <Button
            size="small"
            variant="quiet"
            icon={<Icon name="download" size={16} />}
            busy={ask.isPending}
            onClick={() => ask.mutate({ params: { contractId }, query: { kind, ...(id && { id }) } })}
          >
            PDF
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        )
      }
    >
      <CallError error={ask.error}>
        <Trans>Документ не удалось подготовить.</Trans>
      </CallError>
    </ListItem>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { ContractCard as Card } from '#contract/billing/contract-actions.ts'
import type { Payment } from '#contract/enrolment/contracts.ts'
import { contractCardQuery } from '#src/api/admin.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CardPart } from '#src/routes/-admin/card-part.tsx'
import { isTerminationDialog } from '#src/routes/-admin/payments/termination-dialog-names.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Drawer } from '#src/ui/overlay/dialog.tsx'
import { ContractActions } from './contract-actions.tsx'
import { ContractDocuments } from './contract-documents.tsx'
import { ContractFacts } from './contract-facts.tsx'
import { ContractHistory } from './contract-history.tsx'
import { type ChooseAction, ContractPayments } from './contract-payments.tsx'
import { offeredActions, paymentActionsOf } from './offered-actions.ts'

const ActionDialog = lazyComponent('contract-action-dialog', () => import('./action-dialog.tsx'), 'ActionDialog')
const TerminationDialogs = lazyComponent(
  'termination-dialogs',
  () => import('#src/routes/-admin/payments/termination-dialogs.tsx'),
  'TerminationDialogs',
)
const UndoDialog = lazyComponent('undo-contract-action', () => import('./undo-dialog.tsx'), 'UndoDialog')

/** A contract: who, what, what can be done, and what was done and why. */
export function ContractCard({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('admin')
  const result = useQuery(contractCardQuery(id))
  const card = result.data
  const payment = card?.contract.payments.find(({ uuid }) => uuid === search.payment)
  const entry = card?.history.find(({ uuid }) => uuid === search.item)
  const closeDialog = () => close({ dialog: undefined, payment: undefined, item: undefined })
  // Not in the address: a page that is loaded again offers all actions.
  const [chosen, setChosen] = useState<ContractAction | null>(null)
  const choose: ChooseAction = (action, paymentUuid) => {
    setChosen(action)
    open({ dialog: 'contract-action', payment: paymentUuid })
  }
  const wordsOf = usePaymentWords()
  const offered = card && offeredActions(payment ? paymentActionsOf(card, payment.uuid) : card.actions)
  return (
    <Drawer
      size="wide"
      onClose={onClose}
      title={card ? <ContractTitle number={card.contract.number} /> : t`Договор`}
      closeLabel={t`Закрыть`}
    >
      <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
        {(shown) => <Details card={shown} onChoose={choose} />}
      </QueryState>
      {card && offered && search.dialog === 'contract-action' && (search.payment === undefined || payment) && (
        <ActionDialog
          key={search.payment ?? id}
          targets={[{ contractUuid: id, paymentUuid: payment?.uuid ?? null }]}
          offered={chosen && offered.includes(chosen) ? [chosen] : offered}
          subject={[card.contract.number, payment && wordsOf(card, payment)].filter(Boolean).join(separator)}
          toPay={payment ? payment.amount - payment.paid : null}
          onClose={closeDialog}
        />
      )}
      {/* Over the card of a user it is a step of that card. */}
      {card && search.user === undefined && isTerminationDialog(search.dialog) && search.item === id && (
        <TerminationDialogs
          userId={card.customer.id}
          contractId={id}
          dialog={search.dialog}
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
      {entry?.canUndo && search.dialog === 'undo-contract-action' && <UndoDialog entry={entry} onClose={closeDialog} />}
    </Drawer>
  )
}

/** Which payment a dialog is about: «Август · до 5 августа 2026 г. · Филатов Сергей · осталось 4 400 ₽ из 8 800 ₽». */
function usePaymentWords() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  return ({ contract, customer }: Card, payment: Payment) => {
    const [left, whole] = [payment.amount - payment.paid, payment.amount].map((sum) => formatMoney(sum, i18n.locale))
    const day = dates.dayWithYear(payment.dueOn)
    return [
      titleOf(payment, contract.payments),
      t`до ${day}`,
      customer.name,
      payment.paid < payment.amount && t`осталось ${left} из ${whole}`,
    ]
      .filter(Boolean)
      .join(separator)
  }
}

function Details({ card, onChoose }: { card: Card; onChoose: ChooseAction }) {
  return (
    <div className="flex flex-col gap-lg">
      <ContractActions card={card} onChoose={onChoose} />
      <ContractFacts card={card} />
      <CardPart title={<Trans>Платежи</Trans>}>
        <ContractPayments card={card} onChoose={onChoose} />
      </CardPart>
      <CardPart title={<Trans>Документы</Trans>}>
        <ContractDocuments card={card} />
      </CardPart>
      {card.terminations.length > 0 && (
        <CardPart title={<Trans>Расторжение</Trans>}>
          <Terminations terminations={card.terminations} />
        </CardPart>
      )}
      <CardPart title={<Trans>Что было</Trans>}>
        <ContractHistory card={card} />
      </CardPart>
    </div>
  )
}

function Terminations({ terminations }: Pick<Card, 'terminations'>) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <ul className="flex flex-col gap-xs text-sm">
      {terminations.map(({ uuid, lastDay, toReturn, reason }) => {
        const [last, sum] = [dates.dayWithYear(lastDay), formatMoney(toReturn, i18n.locale)]
        return (
          <li key={uuid} className="break-words">
            <Trans>
              последний день {last}, вернуть {sum}
            </Trans>
            {reason && separator}
            {reason}
          </li>
        )
      })}
    </ul>
  )
}

/** The number stays on one line. */
function ContractTitle({ number }: { number: string }) {
  return (
    <Trans>
      Договор <span className="whitespace-nowrap">№&nbsp;{number}</span>
    </Trans>
  )
}

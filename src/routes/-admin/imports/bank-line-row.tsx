import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BankLine, BankLineProposal, ProposedPart } from '#contract/billing/bank-lines.ts'
import type { BankLineHint } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { type Labels, labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ContractPicker, ContractRow } from './contract-picker.tsx'
import { DismissForm } from './dismiss-form.tsx'
import { type Division, SplitForm } from './split-form.tsx'

type Props = { line: BankLine }

/** Money of the bank with what the file says of it, and what the accountant may do or has done. */
export function BankLineRow({ line }: Props) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { amount, payer, purpose, at, fileName, doubt, state } = line
  return (
    <li ref={passFocusUp} tabIndex={-1} className="flex flex-col gap-sm p-base focus-visible:outline-none md:px-lg">
      <div className="flex flex-wrap items-baseline justify-between gap-x-base gap-y-xxs">
        <h3 className="min-w-0 text-lg wrap-anywhere">
          <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</span>
          {payer && <span className="font-normal">{`${separator}${payer}`}</span>}
        </h3>
        <p className="text-sm text-ink-muted tabular-nums">{dates.dayWithYear(dates.dayOf(at))}</p>
      </div>
      <div className="flex max-w-text flex-col gap-xxs">
        {purpose && <p className="wrap-anywhere">{purpose}</p>}
        <p className="text-sm wrap-anywhere text-ink-muted">
          {state === 'waiting' && (
            <>
              {doubt}
              {separator}
            </>
          )}
          {fileName}
        </p>
      </div>
      {state === 'waiting' ? <Decision line={line} /> : <Decided line={line} />}
    </li>
  )
}

function Decision({ line }: Props) {
  const { t } = useLingui()
  const { proposals, splits } = line
  const [division, setDivision] = useState<Division | null>(null)
  if (division) return <SplitForm line={line} division={division} onCancel={() => setDivision(null)} />
  return (
    <div ref={passFocusUp} className="flex flex-col gap-sm">
      {proposals.length + splits.length > 0 && (
        <ul className="flex flex-col gap-xs">
          {splits.map((parts) => (
            <ProposedSplit
              key={parts.map(({ contractUuid, amount }) => `${contractUuid} ${amount}`).join()}
              parts={parts}
              onChoose={() => setDivision({ parts, reason: t`Сумма равна ближайшим платежам по этим договорам` })}
            />
          ))}
          {proposals.map((proposal) => (
            <Proposal key={proposal.contractUuid} line={line} proposal={proposal} />
          ))}
        </ul>
      )}
      <div>
        <Disclosure
          summary={proposals.length > 0 ? <Trans>Выбрать другой договор</Trans> : <Trans>Выбрать договор</Trans>}
        >
          <ContractPicker>
            {({ uuid, number }) => <BookButton line={line} contractUuid={uuid} number={number} />}
          </ContractPicker>
        </Disclosure>
        <Disclosure summary={<Trans>Это не наш платёж</Trans>}>
          <DismissForm line={line} />
        </Disclosure>
      </div>
      <div>
        <Button size="small" onClick={() => setDivision({ parts: [], reason: '' })}>
          <Trans>Разделить между договорами</Trans>
        </Button>
      </div>
    </div>
  )
}

function ProposedSplit({ parts, onChoose }: { parts: readonly ProposedPart[]; onChoose: () => void }) {
  const { i18n } = useLingui()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs rounded border border-line-soft p-sm">
      <div className="min-w-0">
        {parts.map(({ contractUuid, number, student, amount }) => (
          <p key={contractUuid} className="wrap-anywhere">
            <span className="font-medium">{number}</span>
            {`${separator}${student.name}${separator}`}
            <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</span>
          </p>
        ))}
        <p className="text-sm text-ink-muted">
          <Trans>сумма равна ближайшим платежам</Trans>
        </p>
      </div>
      <Button size="small" onClick={onChoose}>
        <span>
          <Trans>Разделить так</Trans>
          <VisuallyHidden>: {parts.map(({ number }) => number).join(', ')}</VisuallyHidden>
        </span>
      </Button>
    </li>
  )
}

const hintLabels: Labels<BankLineHint> = {
  named: msg`договор назван`,
  bill: msg`назван его счёт`,
  misspelt: msg`номер похож`,
  payer: msg`плательщик известен`,
  sum: msg`сумма сходится`,
}

function Proposal({ line, proposal }: Props & { proposal: BankLineProposal }) {
  const { i18n } = useLingui()
  const { contractUuid, number, program, student, left, hints } = proposal
  const rest = formatMoney(left, i18n.locale)
  return (
    <ContractRow
      contract={{ number, program, student }}
      more={
        <>
          {separator}
          {hints.map((hint) => i18n._(labelOf(hintLabels, hint))).join(', ')}
          {separator}
          <Trans>осталось {rest}</Trans>
        </>
      }
    >
      {left < line.amount ? (
        <p className="text-sm text-ink-muted">
          <Trans>Платёж больше остатка</Trans>
        </p>
      ) : (
        <BookButton line={line} contractUuid={contractUuid} number={number} />
      )}
    </ContractRow>
  )
}

function BookButton({ line, contractUuid, number }: Props & { contractUuid: string; number: string }) {
  const { i18n } = useLingui()
  const book = usePressMutation(callMutation('POST /v1/admin/bank-line/{id}/book', { handlesError: true }))
  const sum = formatMoney(line.amount, i18n.locale)
  return (
    <div className="flex flex-wrap items-center gap-xs max-md:w-full">
      <Button
        size="small"
        busy={book.isPending}
        onClick={() => book.mutate({ params: { id: line.id }, body: { contractUuid } })}
      >
        <span>
          <Trans>Зачислить {sum}</Trans>
          <VisuallyHidden>: {number}</VisuallyHidden>
        </span>
      </Button>
      <CallError error={book.error}>
        <Trans>Не зачислено: платёж больше остатка по договору, или его уже разобрали.</Trans>
      </CallError>
    </div>
  )
}

function Decided({ line: { id, state, parts, reason, decidedBy, decidedAt } }: Props) {
  const { i18n } = useLingui()
  const dates = useDates()
  const numbers =
    parts.length === 1
      ? parts.map(({ number }) => number).join()
      : parts.map(({ number, amount }) => `${number} (${formatMoney(amount, i18n.locale)})`).join(', ')
  const reopen = usePressMutation(callMutation('POST /v1/admin/bank-line/{id}/reopen', { handlesError: true }))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs">
      <p className="min-w-0 text-sm wrap-anywhere">
        {parts.length > 0 && (
          <>
            {parts.length === 1 ? (
              <Trans>Зачислен по договору {numbers}</Trans>
            ) : (
              <Trans>Разделён между договорами: {numbers}</Trans>
            )}
            {separator}
          </>
        )}
        {reason && `${reason}${separator}`}
        <span className="text-ink-muted tabular-nums">
          {decidedBy && (
            <>
              <UserLink id={decidedBy.id} onIntent={UserCard.prefetch}>
                {decidedBy.name}
              </UserLink>
              {separator}
            </>
          )}
          {decidedAt && dates.dateTime(decidedAt)}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-xs">
        <Button size="small" busy={reopen.isPending} onClick={() => reopen.mutate({ params: { id } })}>
          {state === 'booked' ? <Trans>Отменить зачисление</Trans> : <Trans>Вернуть в очередь</Trans>}
        </Button>
        <CallError error={reopen.error}>
          <Trans>Отменить нельзя: договор уже заключён этим платежом, расторгается, или деньги возвращены.</Trans>
        </CallError>
      </div>
    </div>
  )
}

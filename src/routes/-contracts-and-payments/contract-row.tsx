import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { isBeingSigned } from '#src/domain/billing/contract-signing.ts'
import { isSuspended, isTerminating } from '#src/domain/billing/payments.ts'
import type {
  ContractGroup,
  ContractGroupKind,
  ContractWithSummary,
  ContractRow as ListedContract,
} from '#src/domain/contract-groups.ts'
import { displayedStatusOf } from '#src/domain/contract-status.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { ChargeText } from '#src/routes/-flow/payments/charge-text.tsx'
import { ContractStatusBadge, FirstPaymentReason } from '#src/routes/-query/labels/badges.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { SigningState } from '#src/routes/-query/labels/signing-state.tsx'
import { TerminationState } from '#src/routes/-query/labels/termination-state.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { RowLines } from './row-lines.tsx'

/** Created once by the list: one per row would slow down scrolling. */
export type RowContext = {
  dates: Dates
  ownId: string | null
  today: string
  /** Name of the child whose contracts alone are listed. */
  child: string | null
  /** Contracts with payments to make now are shown above the list. */
  hasDueAbove?: boolean
  /** The list is named by what it is folded under. */
  isFolded?: boolean
}

/** A contract of the list, with the heading of the group that begins at it; its link covers the whole row. */
export function ContractRow({ row: { begins, ends, of }, ...context }: RowContext & { row: ListedContract }) {
  const { contract, summary } = of
  const { uuid, number, program, student } = contract
  const status = displayedStatusOf(contract, context.today)
  const isSigning = isBeingSigned(contract)
  // Ended contracts differ by their year.
  const hiddenOnPhone = status === 'Finished' ? '' : 'max-md:hidden'
  const hasBadge = status !== 'Concluded'
  return (
    <>
      {begins && !context.isFolded && <GroupHeading group={begins} {...context} />}
      <article
        className={classNames(
          'group relative flex min-h-[56px] items-center justify-between gap-base border-x border-b border-line-soft bg-surface px-base py-xs hover:bg-grey-2 md:px-lg print:border-line',
          begins !== null && 'rounded-t-lg border-t',
          ends && 'rounded-b-lg',
        )}
      >
        <RowLines
          title={
            <Link
              to="/contracts-and-payments/$id"
              params={{ id: uuid }}
              className={`${stretchedLink} font-medium group-hover:text-ink-link`}
            >
              <SchoolText>{program.title}</SchoolText>
            </Link>
          }
          // A phone has room for one of the two: what a contract waits for says its state as well.
          state={hasBadge && <ContractStatusBadge status={status} />}
          isStateWide={isSigning}
        >
          {student.uuid !== context.ownId && (
            <>
              <span className="text-ink">
                <SchoolText>{student.firstName}</SchoolText>
                <span className="max-md:hidden">
                  {' '}
                  <SchoolText>{student.lastName}</SchoolText>
                </span>
              </span>
              <span className={isSigning ? undefined : hiddenOnPhone}>{separator}</span>
            </>
          )}
          {isSigning ? (
            <>
              <SigningState contract={contract} />
              <span className="max-md:hidden">{separator}</span>
            </>
          ) : (
            <span className="max-md:hidden">
              {status === 'Open' && (summary.next ?? summary.overdue.payments[0]) && (
                <>
                  <FirstPaymentReason />
                  {separator}
                </>
              )}
              {contract.termination && isTerminating(contract) && (
                <>
                  <span className="text-ink">
                    <TerminationState termination={contract.termination} />
                  </span>
                  {separator}
                </>
              )}
            </span>
          )}
          <span className={hiddenOnPhone}>{program.schoolYear}</span>
          <span className="max-md:hidden">
            {separator}
            <span>
              <Trans>
                Договор <ContractNumber>{number}</ContractNumber>
              </Trans>
            </span>
          </span>
        </RowLines>
        <NextPayment of={of} dates={context.dates} />
      </article>
    </>
  )
}

type NextPaymentProps = Pick<RowContext, 'dates'> & { of: ContractWithSummary }

/** What is to be paid next, by hand or by card, and what is left. */
function NextPayment({ of: { contract, summary }, dates }: NextPaymentProps) {
  const { i18n } = useLingui()
  const { next, overdue, left } = summary
  const money = (sum: number) => formatMoney(sum, i18n.locale)
  if (left === 0) return <NothingLeft contract={contract} />
  const [since] = overdue.payments
  const charged = since || next ? undefined : summary.charged[0]
  return (
    <div className="shrink-0 text-right tabular-nums">
      {since && (
        <p className="font-strong text-ink-error">
          <Trans>
            Долг {money(overdue.sum)} <SecondLine>с {dates.dayShort(since.payment.dueOn)}</SecondLine>
          </Trans>
        </p>
      )}
      {!since && next && (
        <p className="font-strong">
          <Trans>
            {money(next.sum)} <SecondLine>до {dates.dayShort(next.day)}</SecondLine>
          </Trans>
        </p>
      )}
      {charged && (
        <div>
          <p>{money(charged.left)}</p>
          <div className="text-sm text-ink-muted">
            {/* The digits of the card are on the page of the contract. */}
            <Responsive
              from="md"
              narrow={<ChargeText charge={{ ...charged.charge, card: null }} dates={dates} />}
              wide={<ChargeText charge={charged.charge} dates={dates} />}
            />
          </div>
        </div>
      )}
      {/* On a phone the row has two lines. */}
      <p
        className={classNames(
          'text-sm text-ink-muted',
          since || next || charged ? 'max-md:hidden' : 'max-md:max-w-[120px]',
        )}
      >
        {isSuspended(contract) && !next && !since && !charged ? (
          <Trans>
            {money(left)} <SecondLine>пока не платить</SecondLine>
          </Trans>
        ) : (
          <Trans>осталось {money(left)}</Trans>
        )}
      </p>
    </div>
  )
}

/** Nothing is to be paid; on a phone also what a termination gives back, which wide rows say in words. */
function NothingLeft({ contract: { paid, total, termination } }: { contract: Contract }) {
  const { i18n } = useLingui()
  const returned = termination && termination.state !== 'settled' ? termination.toReturn - termination.moved : 0
  const back = formatMoney(returned, i18n.locale)
  return (
    <div className="shrink-0 text-right text-sm text-ink-muted tabular-nums">
      {returned > 0 && (
        <p className="md:hidden">
          <Trans>
            {back} <SecondLine>вернём</SecondLine>
          </Trans>
        </p>
      )}
      <p className={returned > 0 ? 'max-md:hidden' : 'max-md:max-w-[104px]'}>
        {paid >= total ? <Trans>Оплачен</Trans> : <Trans>Платить не нужно</Trans>}
      </p>
    </div>
  )
}

/** The day of a payment: below its sum on a phone. */
function SecondLine({ children }: { children: ReactNode }) {
  return <span className="max-md:block max-md:text-sm max-md:font-normal max-md:text-ink-muted">{children}</span>
}

type GroupHeadingProps = Pick<RowContext, 'child' | 'hasDueAbove'> & { group: ContractGroup }

/** Heading of a group: name, number of contracts and amount. */
function GroupHeading({ group: { kind, contracts, left, suspended }, child, hasDueAbove = false }: GroupHeadingProps) {
  const { i18n } = useLingui()
  const total = formatMoney(left - suspended, i18n.locale)
  return (
    <div className="mb-sm flex flex-wrap items-baseline justify-between gap-x-base pt-lg">
      <h2 className="text-lg">
        <GroupName kind={kind} hasDueAbove={hasDueAbove} isPaid={left === 0} />
      </h2>
      <p className="text-sm text-ink-muted tabular-nums">
        {child !== null && `${child}: `}
        <Plural value={contracts.length} one="# договор" few="# договора" many="# договоров" other="# договора" />
        {left > suspended && (
          <>
            {separator}
            <Trans>осталось оплатить {total}</Trans>
          </>
        )}
      </p>
    </div>
  )
}

type GroupNameProps = { kind: ContractGroupKind; hasDueAbove: boolean; isPaid: boolean }

/** Below what is due, the name says why these contracts are not there. */
function GroupName({ kind, hasDueAbove, isPaid }: GroupNameProps) {
  switch (kind) {
    case 'active':
      if (!hasDueAbove) return <Trans>Действующие</Trans>
      return isPaid ? <Trans>Полностью оплачены</Trans> : <Trans>Действующие, платить пока не нужно</Trans>
    case 'paused':
      return <Trans>Приостановлены или расторгаются</Trans>
    case 'finished':
      return <Trans>Завершённые</Trans>
  }
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { unseenCountsQuery } from '#src/api/unseen.ts'
import { type DuePayment, paymentSummaryOf } from '#src/domain/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText } from '#src/i18n/due-text.tsx'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { NextPaymentsText } from '#src/routes/-query/labels/due-payments.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Greeting } from './greeting.tsx'
import { NewDot } from './home-block.tsx'
import { ChangesBlock, MarksBlock } from './marks-and-changes.tsx'
import { PendingBlock } from './pending-block.tsx'
import { ScheduleBlock } from './schedule-block.tsx'
import { EventsBlock, PaymentsBlock } from './upcoming-blocks.tsx'

export default function ParentHomePage() {
  const title = useScreenTitle()
  return (
    <>
      <PageHeading lead={<Greeting />} actions={<AnswerLinks />}>
        {title('parent-home-page')}
      </PageHeading>
      <OverdueNotice />
      <div className="flex flex-col gap-lg">
        <ScheduleBlock />
        <div className="grid items-start gap-lg lg:grid-cols-2 xl:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-lg xl:contents">
            <ChangesBlock />
            <div className="flex min-w-0 flex-col gap-lg">
              <MarksBlock />
              <PaymentsBlock />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-lg">
            <PendingBlock />
            <EventsBlock />
          </div>
        </div>
      </div>
    </>
  )
}

/** What parents come for, before they scroll: what is new, on phones marked in the bottom bar, and what is due next. */
function AnswerLinks() {
  return (
    <>
      <div className="contents max-md:hidden">
        <UnseenLinks />
      </div>
      <DueLink />
    </>
  )
}

function UnseenLinks() {
  const { data: counts = [] } = useQuery(unseenCountsQuery())
  const of = (section: (typeof counts)[number]['section']) =>
    counts.find((each) => each.section === section)?.count ?? 0
  const [changes, marks] = [of('schedule'), of('grade-book')]
  return (
    <>
      {changes > 0 && (
        <ButtonLink to="/schedule" size="small">
          <NewDot />
          <Plural
            value={changes}
            one="# изменение в расписании"
            few="# изменения в расписании"
            many="# изменений в расписании"
            other="# изменения в расписании"
          />
        </ButtonLink>
      )}
      {marks > 0 && (
        <ButtonLink to="/grade-book" size="small">
          <NewDot />
          <Plural
            value={marks}
            one="# новая оценка"
            few="# новые оценки"
            many="# новых оценок"
            other="# новой оценки"
          />
        </ButtonLink>
      )}
    </>
  )
}

function DueLink() {
  const { today } = useSchoolNow()
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const { next } = paymentSummaryOf(contracts, today)
  if (next === null) return null
  return (
    <ButtonLink to="/contracts-and-payments" size="small" icon={<Icon name="wallet" size={16} />}>
      <span className="tabular-nums">
        <NextPaymentsText next={next} />
      </span>
    </ButtonLink>
  )
}

/** Overdue payments that the notice names. */
const maxOverdue = 3

/** The debt: the only place of the page that names it. */
function OverdueNotice() {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const { overdue } = paymentSummaryOf(contracts, today)
  if (overdue.count === 0) return null
  const hidden = overdue.count - maxOverdue
  return (
    <div className="mb-lg">
      <Notice
        tone="error"
        title={<Trans>Долг {formatMoney(overdue.sum, i18n.locale)}</Trans>}
        action={
          <ButtonLink to="/contracts-and-payments" size="small">
            <Trans>Счёт и реквизиты</Trans>
          </ButtonLink>
        }
      >
        <ul>
          {overdue.payments.slice(0, maxOverdue).map((due) => (
            <li key={due.payment.uuid}>
              <OverduePayment due={due} isAlone={overdue.count === 1} />
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <Plural
            value={hidden}
            one="и ещё # просроченный платёж"
            few="и ещё # просроченных платежа"
            many="и ещё # просроченных платежей"
            other="и ещё # просроченного платежа"
          />
        )}
      </Notice>
    </div>
  )
}

/** Whose payment, since when it is overdue, and its sum unless it is the whole debt. */
function OverduePayment({ due, isAlone }: { due: DuePayment; isAlone: boolean }) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const { contract, payment, left } = due
  return (
    <>
      <ScreenLink to="/contracts-and-payments/$id" params={{ id: contract.uuid }}>
        {`${contract.student.firstName}${separator}${contract.program.title}`}
      </ScreenLink>
      {separator}
      {!isAlone && <span className="tabular-nums">{formatMoney(left, i18n.locale) + separator}</span>}
      <DueText days={daysUntil(payment.dueOn, today)} />
    </>
  )
}

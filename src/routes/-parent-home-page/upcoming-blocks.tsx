import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { SchoolEvent } from '#contract/learning/events.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { eventTimeText, splitByTime } from '#src/domain/events.ts'
import { type DuePayment, paymentSummaryOf } from '#src/domain/payments.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { DueBadge, NextPaymentsText } from '#src/routes/-query/labels/due-payments.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { DateTile } from '#src/ui/data/badge.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { EmptyBlock, HomeBlock } from './home-block.tsx'

export function PaymentsBlock() {
  return (
    <HomeBlock
      title={<Trans>К оплате</Trans>}
      link={
        <ScreenLink to="/contracts-and-payments">
          <Trans>Все договоры</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary
        query={optionalQuery(contractsQuery())}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(contracts) => contracts.length === 0}
        empty={<NoContracts />}
      >
        {(contracts) => <Payments contracts={contracts} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

/** The next payments. The debt is in the notice above the blocks. */
function Payments({ contracts }: { contracts: readonly Contract[] }) {
  const { today } = useSchoolNow()
  const { overdue, next } = paymentSummaryOf(contracts, today)
  if (next === null) return <NothingToPay hasDebt={overdue.count > 0} />
  return (
    <Card padding="flush">
      <h3 className="flex flex-wrap items-center gap-x-sm gap-y-xxs px-base pt-base text-lg font-strong tabular-nums md:px-lg">
        <span>
          <NextPaymentsText next={next} />
        </span>
        <DueBadge day={next.day} today={today} />
      </h3>
      <PaymentRows payments={next.payments} />
    </Card>
  )
}

function PaymentRows({ payments }: { payments: readonly DuePayment[] }) {
  return (
    <ul className="divide-y divide-line-soft">
      {payments.map((due) => (
        <li key={due.payment.uuid}>
          <DuePaymentRow due={due} />
        </li>
      ))}
    </ul>
  )
}

function NothingToPay({ hasDebt }: { hasDebt: boolean }) {
  if (hasDebt)
    return (
      <EmptyBlock icon="wallet">
        <Trans>Кроме долга, платить пока нечего.</Trans>
      </EmptyBlock>
    )
  return (
    <EmptyCard icon="check" tone="success" title={<Trans>Сейчас платить ничего не нужно</Trans>}>
      <Trans>Ближайший платёж появится здесь заранее.</Trans>
    </EmptyCard>
  )
}

function NoContracts() {
  return (
    <EmptyCard icon="wallet" title={<Trans>Договоров пока нет</Trans>}>
      <Trans>Платежи по договорам появятся здесь.</Trans>
    </EmptyCard>
  )
}

function DuePaymentRow({ due: { contract, left } }: { due: DuePayment }) {
  const { i18n } = useLingui()
  return (
    <Link
      to="/contracts-and-payments/$id"
      params={{ id: contract.uuid }}
      className="flex items-center gap-sm px-base py-sm hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{contract.student.firstName}</span>
        <span className="block text-sm text-ink-muted">{contract.program.title}</span>
      </span>
      <span className="whitespace-nowrap tabular-nums">{formatMoney(left, i18n.locale)}</span>
      <span className="text-ink-muted">
        <Icon name="arrow-right" />
      </span>
    </Link>
  )
}

const maxEvents = 3

export function EventsBlock() {
  return (
    <HomeBlock
      title={<Trans>Мероприятия</Trans>}
      link={
        <ScreenLink to="/events">
          <Trans>Все мероприятия</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary query={optionalQuery(eventsQuery())} skeleton={<SkeletonCards count={1} />}>
        {(events) => <UpcomingEvents events={events} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

function UpcomingEvents({ events }: { events: readonly SchoolEvent[] }) {
  const near = splitByTime(events, useNow()).upcoming.slice(0, maxEvents)
  if (near.length === 0) {
    return (
      <EmptyCard icon="events" title={<Trans>Пока ничего не намечено</Trans>}>
        <Trans>Здесь появятся ближайшие мероприятия школы.</Trans>
      </EmptyCard>
    )
  }
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft">
        {near.map((event) => (
          <li key={event.uuid}>
            <EventRow event={event} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EventRow({ event }: { event: SchoolEvent }) {
  const dates = useDates()
  const { uuid, title, startsAt, place } = event
  const day = dates.dayOf(startsAt)
  return (
    <Link
      to="/events"
      search={{ event: uuid }}
      className="flex items-center gap-base px-base py-sm hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <DateTile day={day} weekday={dates.weekdayShort(day)} />
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-muted">
          {[eventTimeText(event, dates), place].filter(Boolean).join(separator)}
        </span>
      </span>
    </Link>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { workQueues } from '#contract/enumerations.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import type { QueuedTicket } from '#contract/people/tickets.ts'
import { pendingWorkQuery, ticketQueueQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney, formatScore } from '#src/i18n/numbers.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { differenceTitles } from '#src/routes/-admin/payments/difference-labels.ts'
import { queueLabels } from '#src/routes/-admin/queues/queue-labels.ts'
import { Answerer, DueAt } from '#src/routes/-admin/ticket-answerer.tsx'
import { EmptyBlock, HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'

const maxWaiting = 5
const maxAnswered = 3

/**
 * What waits for this administrator: money that could not be booked, which families still owe, then all by deadline:
 * messages by the time when their norm is over, and what has no norm since it waits.
 */
export function WaitingBlock() {
  const { own, missing } = useQueuedTickets()
  const work = useQuery(optionalQuery(pendingWorkQuery()))
  const { paymentDifferences = [], bankLines = null, signatures = [] } = work.data ?? {}
  const byDeadline = [
    ...own.map((ticket) => ({ key: ticket.id, due: ticket.dueAt, row: <TicketRow ticket={ticket} /> })),
    ...paymentDifferences.map((difference) => ({
      key: difference.id,
      due: difference.foundAt,
      row: <DifferenceRow difference={difference} />,
    })),
    ...signatures.map((waiting) => ({
      key: waiting.contractUuid,
      due: waiting.customerAt,
      row: <SignatureRow waiting={waiting} />,
    })),
  ].toSorted((one, other) => Date.parse(one.due) - Date.parse(other.due))
  const rows = [...(bankLines ? [{ key: 'bank-lines', row: <BankLinesRow waiting={bankLines} /> }] : []), ...byDeadline]
  const parts = [...missing, ...[work].filter(({ data }) => data === undefined)]
  return (
    <HomeBlock
      title={<Trans>Нужно сделать</Trans>}
      link={
        <ScreenLink to="/adm-panel" search={{ tab: 'tickets' }}>
          <Trans>К сообщениям</Trans>
        </ScreenLink>
      }
    >
      {rows.length > 0 && (
        <HomeList items={rows} keyOf={({ key }) => key} max={maxWaiting}>
          {({ row }) => row}
        </HomeList>
      )}
      {rows.length === 0 && parts.length === 0 && (
        <EmptyBlock icon="check">
          <Trans>Сейчас от вас ничего не требуется.</Trans>
        </EmptyBlock>
      )}
      <MissingParts parts={parts} isAlone={rows.length === 0} />
    </HomeBlock>
  )
}

/** Messages that a colleague or a teacher answers, the most urgent first. Absent without any. */
export function AnsweredBlock() {
  const { ofColleagues } = useQueuedTickets()
  if (ofColleagues.length === 0) return null
  return (
    <HomeBlock title={<Trans>Отвечают коллеги</Trans>}>
      <HomeList items={ofColleagues} keyOf={({ id }) => id} max={maxAnswered}>
        {(ticket) => <AnsweredRow ticket={ticket} />}
      </HomeList>
    </HomeBlock>
  )
}

type WaitingTicket = QueuedTicket & { dueAt: string }

/** The messages that wait for an answer, by deadline: those of this administrator and of everyone, and those of others. */
function useQueuedTickets() {
  const result = useInfiniteQuery(optionalQuery(ticketQueueQuery({})))
  const waiting = (result.data?.pages[0]?.items ?? []).filter(
    (ticket): ticket is WaitingTicket => ticket.dueAt !== null,
  )
  return {
    own: waiting.filter(({ isToAnswer }) => isToAnswer),
    ofColleagues: waiting.filter(({ isToAnswer }) => !isToAnswer),
    missing: [result].filter(({ data }) => data === undefined),
  }
}

/** Named as in the part «Сообщения». */
function TicketRow({ ticket: { id, topic, author, subject, dueAt } }: { ticket: WaitingTicket }) {
  const { i18n } = useLingui()
  return (
    <HomeRow
      start="email"
      to={{ to: '/adm-panel', search: { tab: 'tickets', ticket: id } }}
      title={subject}
      due={<DueAt at={dueAt} isAlone />}
      note={[author.name, i18n._(labelOf(ticketTopicLabels, topic))]}
      action={<Trans>Ответить</Trans>}
    />
  )
}

function AnsweredRow({ ticket }: { ticket: WaitingTicket }) {
  const { id, author, subject, dueAt } = ticket
  return (
    <HomeRow
      start="email"
      to={{ to: '/adm-panel', search: { tab: 'tickets', ticket: id } }}
      title={subject}
      due={
        <>
          <Answerer ticket={ticket} />
          {separator}
          <DueAt at={dueAt} isAlone />
        </>
      }
      note={[author.name]}
    />
  )
}

function DifferenceRow({ difference }: { difference: PendingWork['paymentDifferences'][number] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { id, payer, foundAt } = difference
  return (
    <HomeRow
      start="warning"
      to={{ to: '/adm-panel', search: { dialog: 'difference', item: id } }}
      title={differenceTitles(difference, i18n)}
      note={[...(payer ? [payer.name] : []), dates.dateTime(foundAt)]}
      action={<Trans>Разобрать</Trans>}
    />
  )
}

/** The queue is in the part «Загрузки». */
function BankLinesRow({ waiting: { count, oldestAt } }: { waiting: NonNullable<PendingWork['bankLines']> }) {
  const { t } = useLingui()
  const dates = useDates()
  const payments = t`${plural(count, { one: '# платёж', few: '# платежа', many: '# платежей', other: '# платежа' })}`
  return (
    <HomeRow
      start="wallet"
      to={{ to: '/adm-panel', search: { tab: 'imports' } }}
      title={<Trans>Деньги из банка, которые не удалось зачислить</Trans>}
      note={[payments, t`первый — ${dates.dateTime(oldestAt)}`]}
      action={<Trans>Разобрать</Trans>}
    />
  )
}

/** A contract that its customer has signed; the oldest is first. */
function SignatureRow({ waiting }: { waiting: PendingWork['signatures'][number] }) {
  const { t } = useLingui()
  const dates = useDates()
  const { contractUuid, number, customer, customerAt } = waiting
  return (
    <HomeRow
      start="contract-neutral"
      to={{ to: '/adm-panel', search: { dialog: 'countersign', item: contractUuid } }}
      title={<Trans>Подписать за школу: договор №&nbsp;{number}</Trans>}
      note={[customer.name, t`заказчик подписал ${dates.dateTime(customerAt)}`]}
      action={<Trans>Подписать</Trans>}
    />
  )
}

/** How much is stuck of each kind; a row leads to its queue. Absent if nothing is. */
export function QueuesBlock() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { data: work } = useQuery(optionalQuery(pendingWorkQuery()))
  const waitedText = (days: number) =>
    days < 1
      ? t`с сегодняшнего дня`
      : t`${plural(days, { one: 'дольше всего — # день', few: 'дольше всего — # дня', many: 'дольше всего — # дней', other: 'дольше всего — # дня' })}`
  if (!work || work.queues.length === 0) return null
  return (
    <HomeBlock
      title={<Trans>Очереди</Trans>}
      link={
        <ScreenLink to="/adm-panel" search={{ tab: 'queues' }}>
          <Trans>Все очереди</Trans>
        </ScreenLink>
      }
    >
      <HomeList items={work.queues} keyOf={({ queue }) => queue} max={workQueues.length}>
        {({ queue, count, oldestAt, amount }) => (
          <HomeRow
            start={{
              content: (
                <span className="min-w-lg text-lg font-medium tabular-nums">{formatScore(count, i18n.locale)}</span>
              ),
            }}
            to={{ to: '/adm-panel', search: { tab: 'queues', queue } }}
            title={i18n._(labelOf(queueLabels, queue))}
            end={amount ? formatMoney(amount, i18n.locale) : undefined}
            note={[waitedText(daysUntil(today, dates.dayOf(oldestAt)))]}
          />
        )}
      </HomeList>
    </HomeBlock>
  )
}

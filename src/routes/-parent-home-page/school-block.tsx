import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Ticket } from '#contract/people/tickets.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { courseWaitingListsQuery } from '#src/api/contracts.ts'
import { groupTransfersQuery, groupWaitingListsQuery, ticketsQuery } from '#src/api/schedule.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PromisedAnswer } from '#src/routes/-query/labels/promised-answer.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { HomeBlock, MissingParts, useChildNames } from './home-block.tsx'
import { HomeRow } from './home-row.tsx'

/** What the school owes: answers with their promised time, transfers and places in waiting lists. Absent without any. */
export function SchoolBlock() {
  const dates = useDates()
  const names = useChildNames()
  const { data: tickets = [] } = useQuery(optionalQuery(ticketsQuery()))
  const { data: groups = [] } = useQuery(optionalQuery(groupWaitingListsQuery()))
  const { data: courses = [] } = useQuery(optionalQuery(courseWaitingListsQuery()))
  const transfers = useQuery(optionalQuery(groupTransfersQuery()))
  const open = tickets.filter(({ state }) => state === 'received' || state === 'inProgress')
  const coming = transfers.data?.filter(({ state }) => state === 'coming') ?? []
  const waiting = groups.flatMap(({ own, ...list }) => (own !== null && own.heldUntil === null ? { ...list, own } : []))
  const onCourses = courses.filter(({ heldUntil }) => heldUntil === null)
  const isEmpty = open.length + coming.length + waiting.length + onCourses.length === 0
  if (isEmpty && transfers.error === null) return null
  return (
    <HomeBlock title={<Trans>Ждём от школы</Trans>}>
      {!isEmpty && (
        <Card padding="flush">
          <ul className="divide-y divide-line-soft">
            {open.map((ticket) => (
              <li key={ticket.uuid}>
                <TicketRow ticket={ticket} />
              </li>
            ))}
            {coming.map(({ uuid, studentUuid, effectiveFrom, to }) => (
              <li key={uuid}>
                <HomeRow
                  icon="switch"
                  to={{ to: '/change-schedule' }}
                  title={<Trans>Смена группы с {dates.day(effectiveFrom)}</Trans>}
                  note={[names([studentUuid]), to.title]}
                />
              </li>
            ))}
            {waiting.map(({ own, groupTitle, studentUuid }) => (
              <li key={own.uuid}>
                <HomeRow
                  icon="list"
                  to={{ to: '/change-schedule' }}
                  title={<Trans>В очереди, место {own.position}</Trans>}
                  note={[names([studentUuid]), groupTitle]}
                />
              </li>
            ))}
            {onCourses.map(({ uuid, position, courseUuid, courseTitle, studentUuid }) => (
              <li key={uuid}>
                <HomeRow
                  icon="list"
                  to={{ to: '/catalog/$id', params: { id: courseUuid }, search: { child: studentUuid } }}
                  title={<Trans>В очереди, место {position}</Trans>}
                  note={[names([studentUuid]), courseTitle]}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MissingParts parts={[transfers].filter(({ data }) => data === undefined)} isAlone={false} />
    </HomeBlock>
  )
}

function TicketRow({ ticket: { uuid, topic, student, subject, dueAt } }: { ticket: Ticket }) {
  const { i18n } = useLingui()
  return (
    <HomeRow
      icon="email"
      to={{ to: '/messages', search: { ticket: uuid } }}
      title={i18n._(labelOf(ticketTopicLabels, topic))}
      due={dueAt && <PromisedAnswer dueAt={dueAt} />}
      note={[student?.firstName ?? null, subject]}
    />
  )
}

import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { TaughtLesson } from '#contract/learning/teaching.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { ticketsQuery } from '#src/api/schedule.ts'
import { teacherDayQuery } from '#src/api/teaching.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { EmptyBlock, HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { OpenTicketRow } from '#src/routes/-parent-home-page/open-ticket-row.tsx'
import { RelativeStart } from '#src/routes/-query/labels/lesson-times.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'

const maxNeeds = 5
const maxOpenTickets = 3
/** Before the start of a lesson that is joined by a link, in milliseconds. */
const joinAhead = 15 * 60_000

/** What waits for a teacher: a lesson to join, then answers of the school to read. */
export function TeacherNeeds() {
  const now = useNow()
  const day = useQuery(optionalQuery(teacherDayQuery()))
  const tickets = useQuery(optionalQuery(ticketsQuery()))
  const lessons = (day.data?.lessons ?? []).filter(
    ({ joinUrl, state, startsAt, endsAt }) =>
      joinUrl !== null && state !== 'cancelled' && Date.parse(startsAt) - now <= joinAhead && Date.parse(endsAt) > now,
  )
  const answers = (tickets.data ?? []).filter(({ isUnread }) => isUnread)
  const needs = [
    ...lessons.map((lesson) => ({ key: lesson.uuid, row: <LessonToJoin lesson={lesson} /> })),
    ...answers.map((ticket) => ({ key: ticket.uuid, row: <AnswerToRead ticket={ticket} /> })),
  ]
  const missing = [day, tickets].filter(({ data }) => data === undefined)
  return (
    <HomeBlock title={<Trans>Ждёт вас</Trans>}>
      <div className="flex flex-col gap-sm">
        {needs.length > 0 && (
          <HomeList items={needs} keyOf={({ key }) => key} max={maxNeeds}>
            {({ row }) => row}
          </HomeList>
        )}
        {needs.length === 0 && missing.length === 0 && (
          <EmptyBlock icon="check">
            <Trans>Сейчас от вас ничего не требуется.</Trans>
          </EmptyBlock>
        )}
        <MissingParts parts={[tickets].filter(({ data }) => data === undefined)} isAlone={needs.length === 0} />
      </div>
    </HomeBlock>
  )
}

/** The tickets of the teacher that the school has not answered, with the promised time. Absent without any. */
export function OpenTickets() {
  const { data: tickets = [] } = useQuery(optionalQuery(ticketsQuery()))
  const open = tickets.filter(({ state }) => state === 'received' || state === 'inProgress')
  if (open.length === 0) return null
  return (
    <HomeBlock title={<Trans>Ждём от школы</Trans>}>
      <HomeList items={open} keyOf={({ uuid }) => uuid} max={maxOpenTickets}>
        {(ticket) => <OpenTicketRow ticket={ticket} />}
      </HomeList>
    </HomeBlock>
  )
}

function LessonToJoin({ lesson }: { lesson: TaughtLesson }) {
  const dates = useDates()
  const { groupTitle, subject, topic, startsAt, endsAt, joinUrl } = lesson
  const isNow = Date.parse(startsAt) <= useNow()
  return (
    <HomeRow
      start="schedule-webinar"
      to={{ href: joinUrl ?? '' }}
      title={groupTitle}
      due={isNow ? <Trans>идёт сейчас, до {dates.time(endsAt)}</Trans> : <RelativeStart startsAt={startsAt} />}
      note={[subject, topic]}
      action={<Trans>Подключиться</Trans>}
    />
  )
}

function AnswerToRead({ ticket: { uuid, subject, lastMessage } }: { ticket: Ticket }) {
  return (
    <HomeRow
      start="email"
      to={{ to: '/messages', search: { ticket: uuid } }}
      title={<Trans>Школа ответила</Trans>}
      note={[lastMessage?.preview ?? subject]}
      action={<Trans>Прочитать</Trans>}
    />
  )
}

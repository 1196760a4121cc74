import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { TaughtLesson } from '#contract/learning/teaching.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { ticketsQuery } from '#src/api/schedule.ts'
import { teacherDayQuery } from '#src/api/teaching.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { EmptyBlock, HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { UnverifiedRow } from '#src/routes/-parent-home-page/contact-rows.tsx'
import { isTimeToJoin } from '#src/routes/-parent-home-page/needs.ts'
import { OpenTicketRow } from '#src/routes/-parent-home-page/open-ticket-row.tsx'
import { LessonStart } from '#src/routes/-parent-home-page/study-rows.tsx'
import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { PromisedAnswer } from '#src/routes/-query/labels/promised-answer.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'

const maxNeeds = 5
const maxOpenTickets = 3

/** What a teacher or curator has to do: a lesson to join, then messages to answer by deadline, answers to read, and contacts to verify. */
export function TeacherNeeds() {
  const now = useNow()
  const day = useQuery(optionalQuery(teacherDayQuery()))
  const tickets = useQuery(optionalQuery(ticketsQuery()))
  const unverified = useSessionSelector(({ context }) => context.user?.unverified) ?? []
  const isImpersonating = useIsImpersonating()
  const lessons = (day.data?.lessons ?? []).filter(
    ({ joinUrl, state, startsAt, endsAt }) =>
      joinUrl !== null && state !== 'cancelled' && isTimeToJoin(startsAt, now) && Date.parse(endsAt) > now,
  )
  // What is owed has a deadline, an answer to read has none.
  const deadlineOf = ({ dueAt }: Ticket) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt))
  const unread = (tickets.data ?? [])
    .filter(({ isUnread }) => isUnread)
    .sort((one, other) => +(deadlineOf(one) > deadlineOf(other)) - +(deadlineOf(one) < deadlineOf(other)))
  const needs = [
    ...lessons.map((lesson) => ({ key: `lesson ${lesson.uuid}`, row: <LessonToJoin lesson={lesson} /> })),
    ...unread.map((ticket) => ({
      key: `ticket ${ticket.uuid}`,
      row: ticket.author === null ? <AnswerToRead ticket={ticket} /> : <QuestionToAnswer ticket={ticket} />,
    })),
    ...(isImpersonating ? [] : unverified).map((channel) => ({
      key: channel,
      row: <UnverifiedRow channel={channel} />,
    })),
  ]
  const missing = [day, tickets].filter(({ data }) => data === undefined)
  return (
    <HomeBlock title={<Trans>Нужно сделать</Trans>}>
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
    </HomeBlock>
  )
}

/** The tickets of the teacher that the school has not answered, with the promised time. Absent without any. */
export function OpenTickets() {
  const { data: tickets = [] } = useQuery(optionalQuery(ticketsQuery()))
  const open = tickets.filter(
    ({ author, state }) => author === null && (state === 'received' || state === 'inProgress'),
  )
  if (open.length === 0) return null
  return (
    <HomeBlock title={<Trans>Ждём от школы</Trans>}>
      <HomeList items={open} keyOf={({ uuid }) => uuid} max={maxOpenTickets}>
        {(ticket) => <OpenTicketRow ticket={ticket} />}
      </HomeList>
    </HomeBlock>
  )
}

function LessonToJoin({ lesson: { groupTitle, subject, topic, startsAt, endsAt, joinUrl } }: { lesson: TaughtLesson }) {
  return (
    <HomeRow
      start="schedule-webinar"
      to={{ href: joinUrl ?? '' }}
      title={unbrokenReferences(groupTitle)}
      due={<LessonStart startsAt={startsAt} endsAt={endsAt} />}
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
      title={
        <Trans>
          Ответ школы: <SchoolText>{subject}</SchoolText>
        </Trans>
      }
      note={[lastMessage?.preview ?? null]}
      action={<Trans>Прочитать</Trans>}
    />
  )
}

/** A message of a student or a parent to the teacher. */
function QuestionToAnswer({ ticket: { uuid, author, student, subject, lastMessage, dueAt } }: { ticket: Ticket }) {
  return (
    <HomeRow
      start="email"
      to={{ to: '/messages', search: { ticket: uuid } }}
      title={author}
      due={dueAt && <PromisedAnswer dueAt={dueAt} isOwed />}
      note={[student?.firstName ?? null, lastMessage?.preview ?? subject]}
      action={<Trans>Ответить</Trans>}
    />
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { basketsQuery, contractsQuery, courseWaitingListsQuery } from '#src/api/contracts.ts'
import { homeworkQuery, progressOverviewQuery } from '#src/api/progress.ts'
import { groupWaitingListsQuery, ticketsQuery } from '#src/api/schedule.ts'
import { homeworkToDo } from '#src/domain/homework.ts'
import type { DuePayment } from '#src/domain/payments.ts'
import { entryTitleOf } from '#src/domain/schedule-entries.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText } from '#src/i18n/due-text.tsx'
import { useDates } from '#src/i18n/use-dates.ts'
import { titleWithoutCourse } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { EmptyBlock, HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { NextPaymentsText, OverdueText } from '#src/routes/-query/labels/due-payments.tsx'
import { RelativeStart, TimeLeft } from '#src/routes/-query/labels/lesson-times.tsx'
import { useChildNames } from '#src/routes/-query/use-child-names.ts'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { homeworkMonday } from './home-page-items.ts'
import { type Need, needsOf } from './needs.ts'

const maxNeeds = 5

/** What waits for the person, by deadline: one list with one press a row. Each of its queries may fail alone. */
export function NeedsBlock() {
  const dates = useDates()
  const now = useNow()
  const contracts = useQuery(optionalQuery(contractsQuery()))
  const groups = useQuery(optionalQuery(groupWaitingListsQuery()))
  const courses = useQuery(optionalQuery(courseWaitingListsQuery()))
  const baskets = useQuery(optionalQuery(basketsQuery()))
  const tickets = useQuery(optionalQuery(ticketsQuery()))
  const { entries } = useUpcomingEntries()
  const homework = useQuery(optionalQuery(homeworkQuery(homeworkMonday(useSchoolNow().today))))
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const hasEmail = useSessionSelector(({ context }) => context.user?.email != null)
  const { data: progress = [] } = useQuery({ ...optionalQuery(progressOverviewQuery()), enabled: isParent })
  const needs = needsOf(
    {
      contracts: contracts.data ?? [],
      groups: groups.data ?? [],
      courses: courses.data ?? [],
      baskets: baskets.data ?? [],
      tickets: tickets.data ?? [],
      entries,
      homework: homework.data ? homeworkToDo(homework.data) : [],
      progress,
      isEmailMissing: isParent && !hasEmail,
    },
    { now, dates },
  )
  const missing = [contracts, groups, courses, baskets, tickets, homework].filter(({ data }) => data === undefined)
  return (
    <HomeBlock title={<Trans>Ждёт вас</Trans>}>
      <div className="flex flex-col gap-sm">
        {needs.length > 0 && (
          <HomeList items={needs} keyOf={({ kind, key }) => `${kind} ${key}`} max={maxNeeds}>
            {(need) => <NeedRow need={need} />}
          </HomeList>
        )}
        {needs.length === 0 && missing.length === 0 && (
          <EmptyBlock icon="check">
            <Trans>Сейчас от вас ничего не требуется.</Trans>
          </EmptyBlock>
        )}
        <MissingParts parts={missing} isAlone={needs.length === 0} />
      </div>
    </HomeBlock>
  )
}

function NeedRow({ need }: { need: Need }) {
  const dates = useDates()
  const { t } = useLingui()
  const { today } = useSchoolNow()
  const names = useChildNames()
  const ownId = useCurrentUserId()
  switch (need.kind) {
    case 'lesson': {
      const { entry, join } = need
      const { startsAt, endsAt, teacher, students } = entry
      return (
        <HomeRow
          start="schedule-webinar"
          to={{ href: join }}
          title={entryTitleOf(entry)}
          due={<LessonStart startsAt={startsAt} endsAt={endsAt} />}
          note={[names(students), teacher]}
          action={<Trans>Подключиться</Trans>}
        />
      )
    }
    case 'group': {
      const { groupTitle, groupUuid, contractUuid, studentUuid } = need.waitingList
      return (
        <HomeRow
          start="bell"
          to={{ to: '/change-schedule', search: { contract: contractUuid, group: groupUuid } }}
          title={<Trans>Вам держат место в группе</Trans>}
          due={<TimeLeft until={need.heldUntil} />}
          note={[names([studentUuid]), groupTitle]}
          action={<Trans>Ответить</Trans>}
        />
      )
    }
    case 'course': {
      const { courseTitle, courseUuid, groupTitle, groupUuid, studentUuid } = need.waitingList
      return (
        <HomeRow
          start="bell"
          to={{
            to: '/catalog/$id/purchase',
            params: { id: courseUuid },
            search: { child: studentUuid, group: groupUuid },
          }}
          title={<Trans>Вам держат место на курсе</Trans>}
          due={<TimeLeft until={need.heldUntil} />}
          note={[names([studentUuid]), courseTitle, titleWithoutCourse(groupTitle, courseTitle)]}
          action={<Trans>Занять место</Trans>}
        />
      )
    }
    case 'debt': {
      const { payments } = need.overdue
      return (
        <HomeRow
          start="warning"
          to={contractsOf(payments)}
          title={
            <span className="text-ink-error tabular-nums">
              <OverdueText overdue={need.overdue} />
            </span>
          }
          due={payments[0] && <DueText days={daysUntil(payments[0].payment.dueOn, today)} />}
          note={paidFor(payments, ownId)}
          action={<Trans>Оплатить</Trans>}
        />
      )
    }
    case 'payment': {
      const { payments, day } = need.next
      return (
        <HomeRow
          start="wallet"
          to={contractsOf(payments)}
          title={
            <span className="tabular-nums">
              <NextPaymentsText next={need.next} />
            </span>
          }
          due={<DueText days={daysUntil(day, today)} />}
          note={paidFor(payments, ownId)}
          action={<Trans>Оплатить</Trans>}
        />
      )
    }
    case 'answer': {
      const { uuid, student, subject, lastMessage } = need.ticket
      return (
        <HomeRow
          start="email"
          to={{ to: '/messages', search: { ticket: uuid } }}
          title={<Trans>Школа ответила</Trans>}
          note={[student?.firstName ?? null, lastMessage?.preview ?? subject]}
          action={<Trans>Прочитать</Trans>}
        />
      )
    }
    case 'homework': {
      const { student, tasks, isOverdue, due } = need
      const subjects = [...new Set(tasks.map(({ subject }) => subject))].join(', ')
      const date = dates.dayOf(tasks[0]?.dueAt ?? new Date())
      return (
        <HomeRow
          start="schedule-self-study"
          to={{
            to: '/homework',
            search: { ...(student !== ownId && { child: student }), ...(!isOverdue && { date }) },
          }}
          title={
            <Plural
              value={tasks.length}
              one="Домашнее задание"
              few="# домашних задания"
              many="# домашних заданий"
              other="# домашнего задания"
            />
          }
          due={isOverdue ? <LateUntil due={due} /> : <HomeworkDue due={due} />}
          note={[names([student]), subjects]}
          action={<Trans>Открыть</Trans>}
        />
      )
    }
    case 'absences': {
      const { student, subject, absences } = need
      const { lessonUuid, date, count } = absences
      return (
        <HomeRow
          start="calendar"
          // The message has the lesson attached.
          to={{ to: '/schedule', search: { date, item: lessonUuid, tickets: 'new' } }}
          title={
            <Plural
              value={count ?? 0}
              one="# пропуск подряд"
              few="# пропуска подряд"
              many="# пропусков подряд"
              other="# пропуска подряд"
            />
          }
          due={<Trans>последний {dates.day(date)}</Trans>}
          note={[names([student]), subject]}
          action={<Trans>Объяснить</Trans>}
        />
      )
    }
    case 'email':
      return (
        <HomeRow
          start="email"
          to={{ to: '/profile', search: { dialog: 'email' } }}
          title={<Trans>Укажите почту</Trans>}
          note={[t`по ней восстанавливают вход и получают письма школы`]}
          action={<Trans>Указать</Trans>}
        />
      )
    case 'purchase': {
      const { groceryBasketUuid, course, student, group, keptUntil } = need.basket
      return (
        <HomeRow
          start="contract-neutral"
          to={{
            to: '/catalog/$id/purchase',
            params: { id: course.uuid },
            search: { child: student.uuid, basket: groceryBasketUuid },
          }}
          title={<Trans>Вы начали запись: {course.title}</Trans>}
          due={keptUntil && <Trans>место ждёт до {dates.day(keptUntil)}</Trans>}
          note={[student.uuid === ownId ? null : student.firstName, titleWithoutCourse(group.title, course.title)]}
          action={<Trans>Продолжить</Trans>}
        />
      )
    }
  }
}

function LessonStart({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const dates = useDates()
  const isNow = Date.parse(startsAt) <= useNow()
  return isNow ? <Trans>идёт сейчас, до {dates.time(endsAt)}</Trans> : <RelativeStart startsAt={startsAt} />
}

/** Homework is due today or tomorrow. */
function HomeworkDue({ due }: { due: number }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const instant = new Date(due).toISOString()
  const time = dates.time(instant)
  return dates.dayOf(instant) === today ? <Trans>сдать сегодня до {time}</Trans> : <Trans>сдать завтра до {time}</Trans>
}

/** Late homework is accepted until a day. */
function LateUntil({ due }: { due: number }) {
  const dates = useDates()
  return (
    <span className="text-ink-error">
      <Trans>просрочено, примут до {dates.day(dates.dayOf(new Date(due)))}</Trans>
    </span>
  )
}

/** The contract of payments, or all of them. */
function contractsOf(payments: readonly DuePayment[]) {
  const [first, ...others] = new Set(payments.map(({ contract }) => contract.uuid))
  return first !== undefined && others.length === 0
    ? ({ to: '/contracts-and-payments/$id', params: { id: first } } as const)
    : ({ to: '/contracts-and-payments' } as const)
}

/** For whom and for what: «Артём: Математика, Физика»; without the name for oneself. */
function paidFor(payments: readonly DuePayment[], ownId: string | null): string[] {
  const byStudent = Map.groupBy(payments, ({ contract: { student } }) =>
    student.uuid === ownId ? '' : student.firstName,
  )
  return [...byStudent].map(([name, own]) => {
    const titles = [...new Set(own.map(({ contract }) => contract.program.title))].join(', ')
    return name === '' ? titles : `${name}: ${titles}`
  })
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PendingWork } from '#contract/people/school-work.ts'
import { pendingWorkQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { EmptyBlock, HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { Badge } from '#src/ui/data/badge.tsx'

type Lesson = PendingWork['today']['lessons'][number]

const maxLessons = 5

/** What of the day differs from the plan: lessons and exams, absences, and the tickets that have come. */
export function TodayBlock() {
  const work = useQuery(optionalQuery(pendingWorkQuery()))
  const { today } = work.data ?? {}
  return (
    <HomeBlock title={<Trans>Изменения сегодня</Trans>} link={today && <Counts today={today} />}>
      {today && today.lessons.length > 0 && (
        <HomeList items={today.lessons} keyOf={({ id }) => id} max={maxLessons}>
          {(lesson) => <LessonRow lesson={lesson} />}
        </HomeList>
      )}
      {today?.lessons.length === 0 && (
        <EmptyBlock icon="check">
          <Trans>Всё по плану: замен, отмен и переносов нет.</Trans>
        </EmptyBlock>
      )}
      {today === undefined && <MissingParts parts={[work]} isAlone />}
    </HomeBlock>
  )
}

function Counts({ today: { absences, newTickets } }: Pick<PendingWork, 'today'>) {
  return (
    <span className="flex flex-wrap gap-x-base">
      <ScreenLink to="/adm-panel" search={{ tab: 'absences' }}>
        <Plural
          value={absences}
          _0="Отсутствий нет"
          one="Не придёт # ученик"
          few="Не придут # ученика"
          many="Не придут # учеников"
          other="Не придут # ученика"
        />
      </ScreenLink>
      <ScreenLink to="/adm-panel" search={{ tab: 'tickets' }}>
        <Plural
          value={newTickets}
          _0="Сегодня сообщений не было"
          one="Сегодня пришло # сообщение"
          few="Сегодня пришло # сообщения"
          many="Сегодня пришло # сообщений"
          other="Сегодня пришло # сообщения"
        />
      </ScreenLink>
    </span>
  )
}

function LessonRow({ lesson }: { lesson: Lesson }) {
  const { t } = useLingui()
  const dates = useDates()
  const { title, student, startsAt, isCancelled, movedTo, movedFrom, teacher, substitute, isDoubleBooked } = lesson
  const person = student ?? (isCancelled ? teacher : (substitute ?? teacher))
  const isMoved = movedTo !== null || movedFrom !== null
  return (
    <HomeRow
      start={{ content: <span className="min-w-[44px] font-medium tabular-nums">{dates.time(startsAt)}</span> }}
      to={person ? { to: '/adm-panel', search: { user: person.id } } : undefined}
      isWhole
      title={title}
      badge={
        isCancelled ? <Badge>{t`Отменено`}</Badge> : <Badge tone="info">{isMoved ? t`Перенесено` : t`Замена`}</Badge>
      }
      due={
        isDoubleBooked && (
          <span className="font-medium text-ink-error">
            <Trans>у заменяющего в это время другое занятие</Trans>
          </span>
        )
      }
      note={[
        movedTo && t`на ${dates.dateTime(movedTo)}`,
        movedFrom && t`с ${dates.dateTime(movedFrom)}`,
        student?.name ?? null,
        ...(substitute && !isCancelled
          ? [substitute.name, teacher ? t`вместо: ${teacher.name}` : null]
          : [teacher?.name ?? null]),
      ]}
    />
  )
}

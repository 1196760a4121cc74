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

/** What of the day differs from the plan: lessons, absences, and the tickets that have come. */
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
          <Trans>Все занятия по плану, замен и отмен нет.</Trans>
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
  const { groupTitle, startsAt, isCancelled, teacher, substitute, isDoubleBooked } = lesson
  const person = isCancelled ? teacher : (substitute ?? teacher)
  return (
    <HomeRow
      start={{ content: <span className="min-w-[44px] font-medium tabular-nums">{dates.time(startsAt)}</span> }}
      to={person ? { to: '/adm-panel', search: { user: person.id } } : undefined}
      title={groupTitle}
      badge={isCancelled ? <Badge>{t`Отменено`}</Badge> : <Badge tone="info">{t`Замена`}</Badge>}
      due={
        isDoubleBooked && (
          <span className="font-medium text-ink-error">
            <Trans>у заменяющего в это время другое занятие</Trans>
          </span>
        )
      }
      note={
        isCancelled ? [teacher?.name ?? null] : [substitute?.name ?? null, teacher ? t`вместо: ${teacher.name}` : null]
      }
    />
  )
}

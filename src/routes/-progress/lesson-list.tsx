import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ProgressItem } from '#contract/learning/progress.ts'
import { isNotable } from '#src/domain/progress.ts'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import { homeworkStateLabels, lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatScore } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText, useSchoolLang } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge, NoValue } from '#src/ui/data/badge.tsx'
import { ShowMore } from '#src/ui/data/disclosure.tsx'
import { LongText } from '#src/ui/data/long-text.tsx'
import { Table } from '#src/ui/data/table.tsx'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { Appearance } from '#src/ui/tone.ts'

/** Lessons shown at first, so that the figures are near, and with each press. */
const [firstRows, pageSize] = [10, 20]

type LessonListProps = { items: readonly ProgressItem[] /** Names the group. */; heading: ReactNode }

/** Lessons of the group with results and comments, the latest first, in pages. */
export function LessonList({ items, heading }: LessonListProps) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('progress')
  const { today } = useSchoolNow()
  const notable = items.filter(isNotable)
  const fitting = search.only === 'notable' ? notable : items
  const [room, setRoom] = useState(() =>
    Math.max(firstRows, 1 + fitting.findIndex(({ uuid }) => uuid === search.lesson)),
  )
  const shown = fitting.slice(0, room)
  return (
    <section className="mb-xl">
      <header className="mb-base flex flex-wrap max-md:mb-xs items-center justify-between gap-x-base gap-y-xs">
        {heading}
        {/* On a phone it is in the dialog of the group; here it says that lessons are left out. */}
        <span className={search.only === 'notable' ? '' : 'max-md:hidden'}>
          <FilterChip
            pressed={search.only === 'notable'}
            count={notable.length}
            onClick={() => replace({ only: search.only === 'notable' ? undefined : 'notable' })}
          >
            <Trans>Только с замечаниями</Trans>
          </FilterChip>
        </span>
      </header>
      {fitting.length === 0 ? (
        <NoMatches
          title={t`Замечаний нет`}
          resetLabel={<Trans>Показать все занятия</Trans>}
          onReset={() => replace({ only: undefined })}
        >
          <Trans>Ни пропусков, ни просроченных заданий, ни комментариев.</Trans>
        </NoMatches>
      ) : (
        <>
          <Card padding="flush">
            <Table
              caption={t`Занятия`}
              rows={shown}
              rowKey={({ uuid }) => uuid}
              currentKey={search.lesson}
              columns={[
                { key: 'lesson', title: t`Занятие`, rowHeader: true, cell: (item) => <LessonCell item={item} /> },
                {
                  key: 'attendance',
                  title: t`Посещение`,
                  fitContent: true,
                  cell: (item) => <AttendanceBadge item={item} today={today} />,
                },
                {
                  key: 'homework',
                  title: t`Домашнее задание`,
                  fitContent: true,
                  cell: ({ homework }) => <HomeworkResult homework={homework} />,
                },
                {
                  key: 'test',
                  title: t`Тест`,
                  align: 'end',
                  fitContent: true,
                  cell: ({ test }) => <TestResult test={test} />,
                },
              ]}
            />
          </Card>
          <ShowMore
            status={
              shown.length === fitting.length ? (
                <Plural value={fitting.length} one="# занятие" few="# занятия" many="# занятий" other="# занятия" />
              ) : (
                <Trans>
                  Показано {shown.length} из {fitting.length}
                </Trans>
              )
            }
            label={t`Показать ещё`}
            onMore={shown.length < fitting.length ? () => setRoom(room + pageSize) : undefined}
          />
        </>
      )}
    </section>
  )
}

/** Date, topic (with a link to the schedule) and the teacher's comment of a lesson. */
function LessonCell({ item: { uuid, date, topic, format, comment } }: { item: ProgressItem }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const schoolLang = useSchoolLang()
  return (
    <>
      <span className="block text-sm font-normal text-ink-muted">
        {dates.weekday(date)}
        {separator}
        {i18n._(labelOf(lessonFormatLabels, format))}
      </span>
      <ScreenLink to="/schedule" search={{ view: 'week', date, item: uuid }} variant="quiet">
        <SchoolText>{topic}</SchoolText>
      </ScreenLink>
      {comment && (
        <span className="mt-xxs block border-l-2 border-line-control pl-xs text-sm font-normal text-ink">
          <LongText lang={schoolLang(comment)} moreLabel={t`Показать полностью`}>
            {comment}
          </LongText>
        </span>
      )}
    </>
  )
}

type BadgeAppearance = Appearance & { text: MessageDescriptor }

const unknown: BadgeAppearance = { tone: 'neutral', icon: 'info', text: msg`неизвестно` }

const attendances: Record<Exclude<ProgressItem['attendance'], 'planned'>, BadgeAppearance> = {
  present: { tone: 'success', icon: 'check', text: msg`На занятии` },
  late: { tone: 'warning', icon: 'info', text: msg`Опоздание` },
  absent: { tone: 'error', icon: 'close', text: msg`Пропуск` },
}

/** An unmarked lesson is in the future, or the teacher has not marked it yet. */
const upcoming: BadgeAppearance = { tone: 'info', icon: 'calendar', text: msg`Впереди` }
const unmarked: BadgeAppearance = { tone: 'neutral', icon: 'info', text: msg`Не отмечено` }

function AttendanceBadge({ item: { attendance, date }, today }: { item: ProgressItem; today: string }) {
  if (attendance === 'planned') return <LessonBadge appearance={date >= today ? upcoming : unmarked} />
  return <LessonBadge appearance={lookUp(attendances, attendance, unknown)} />
}

const homeworkStates: Record<'open' | 'submitted' | 'overdue' | 'checked', BadgeAppearance> = {
  open: { tone: 'info', icon: 'schedule-self-study', text: homeworkStateLabels.open },
  submitted: { tone: 'neutral', icon: 'refresh', text: homeworkStateLabels.submitted },
  overdue: { tone: 'error', icon: 'warning', text: homeworkStateLabels.overdue },
  checked: { tone: 'success', icon: 'check', text: homeworkStateLabels.checked },
}

function HomeworkResult({ homework }: { homework: ProgressItem['homework'] }) {
  if (homework === null || homework.state === 'none') return <NoResult />
  const { score, max, state } = homework
  return score === null ? (
    <LessonBadge appearance={lookUp(homeworkStates, state, unknown)} />
  ) : (
    <Score score={score} max={max} />
  )
}

function TestResult({ test }: { test: ProgressItem['test'] }) {
  if (test === null) return <NoResult />
  if (test.score === null) {
    return (
      <span className="text-ink-muted">
        <Trans>без оценки</Trans>
      </span>
    )
  }
  return <Score score={test.score} max={test.max} />
}

function NoResult() {
  return (
    <NoValue>
      <Trans>нет</Trans>
    </NoValue>
  )
}

function Score({ score, max }: { score: number; max: number }) {
  const { i18n } = useLingui()
  const [got, all] = [formatScore(score, i18n.locale), formatScore(max, i18n.locale)]
  return (
    <span className="tabular-nums">
      <Trans>
        <span className="font-medium">{got}</span> из {all}
      </Trans>
    </span>
  )
}

function LessonBadge({ appearance: { tone, icon, text } }: { appearance: BadgeAppearance }) {
  const { i18n } = useLingui()
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(text)}
    </Badge>
  )
}

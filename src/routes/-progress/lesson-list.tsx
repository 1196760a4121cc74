import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import type { ProgressItem } from '#contract/learning/progress.ts'
import { isCommented, isNotable } from '#src/domain/progress.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText, useSchoolLang } from '#src/routes/-query/labels/school-text.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { currentRowIf } from '#src/ui/data/current-row.ts'
import { ShowMore } from '#src/ui/data/disclosure.tsx'
import { LongText } from '#src/ui/data/long-text.tsx'
import { Table } from '#src/ui/data/table.tsx'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { Attendance, HomeworkResult, TestResult } from './lesson-results.tsx'

/** Lessons shown at first, those that a press adds, and the rest for which no press is needed. */
const [firstRows, pageSize, maxRest] = [10, 20, 5]

/** Lessons of the group with results and comments, the latest first, in pages. */
export function LessonList({ items }: { items: readonly ProgressItem[] }) {
  const { t } = useLingui()
  const id = useId()
  const { search, replace } = useScreenSearch('progress')
  const filtered = { notable: items.filter(isNotable), commented: items.filter(isCommented) }
  const fitting = search.only ? filtered[search.only] : items
  const upTo = (room: number) => (fitting.length - room <= maxRest ? fitting.length : room)
  const [room, setRoom] = useState(() =>
    Math.max(firstRows, 1 + fitting.findIndex(({ uuid }) => uuid === search.lesson)),
  )
  const shown = fitting.slice(0, upTo(room))
  const next = upTo(shown.length + pageSize)
  return (
    <section aria-labelledby={id}>
      <header className="mb-xs flex flex-wrap items-center justify-between gap-x-base gap-y-xs">
        <h3 id={id} className="text-lg">
          <Trans>Занятия</Trans>
        </h3>
        <div className="flex flex-wrap gap-xs">
          {(['notable', 'commented'] as const).map((only) => (
            <FilterChip
              key={only}
              pressed={search.only === only}
              count={filtered[only].length}
              onClick={() => replace({ only: search.only === only ? undefined : only })}
            >
              {only === 'notable' ? <Trans>Требуют внимания</Trans> : <Trans>С комментарием</Trans>}
            </FilterChip>
          ))}
        </div>
      </header>
      {fitting.length === 0 ? (
        <NoMatches
          title={search.only === 'commented' ? t`Комментариев нет` : t`Замечаний нет`}
          resetLabel={<Trans>Показать все занятия</Trans>}
          onReset={() => replace({ only: undefined })}
        >
          {search.only === 'commented' ? (
            <Trans>Преподаватель пока не комментировал занятия этой группы.</Trans>
          ) : (
            <Trans>Ни пропусков, ни просроченных заданий, ни низких результатов.</Trans>
          )}
        </NoMatches>
      ) : (
        <>
          <Card padding="flush">
            <Responsive
              from="md"
              narrow={<LessonRows items={shown} current={search.lesson} />}
              wide={<LessonTable items={shown} current={search.lesson} />}
            />
          </Card>
          {upTo(firstRows) < fitting.length && (
            <ShowMore
              status={
                <Trans>
                  Показано {shown.length} из {fitting.length}
                </Trans>
              }
              label={t`Показать ещё ${next - shown.length}`}
              onMore={shown.length < fitting.length ? () => setRoom(next) : undefined}
            />
          )}
        </>
      )}
    </section>
  )
}

type LessonsProps = { items: readonly ProgressItem[]; current: string | undefined }

function LessonTable({ items, current }: LessonsProps) {
  const { t } = useLingui()
  return (
    <Table
      caption={t`Занятия`}
      rows={items}
      rowKey={({ uuid }) => uuid}
      currentKey={current}
      columns={[
        { key: 'lesson', title: t`Занятие`, rowHeader: true, cell: (item) => <LessonCell item={item} /> },
        {
          key: 'attendance',
          title: t`Посещение`,
          fitContent: true,
          cell: (item) => <Attendance item={item} />,
        },
        {
          key: 'homework',
          title: t`Домашнее задание`,
          fitContent: true,
          cell: ({ homework }) => homework && <HomeworkResult homework={homework} />,
        },
        {
          key: 'test',
          title: t`Тест`,
          align: 'end',
          fitContent: true,
          cell: ({ test }) => test && <TestResult test={test} />,
        },
      ]}
    />
  )
}

/** The lessons on a phone: the results that there are, in one line. */
function LessonRows({ items, current }: LessonsProps) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Занятия`} className="divide-y divide-line-soft">
      {items.map((item) => (
        <li
          key={item.uuid}
          {...currentRowIf(item.uuid === current)}
          className="px-base py-sm font-medium aria-[current=true]:bg-surface-info"
        >
          <LessonCell item={item} aside={<Attendance item={item} />} />
          <p className="mt-xxs flex flex-wrap items-center gap-x-base gap-y-xxs text-sm font-normal empty:hidden">
            {item.homework && item.homework.state !== 'none' && (
              <span className="inline-flex flex-wrap items-center gap-x-xxs">
                <span className="text-ink-muted">{t`Домашнее задание`}</span>{' '}
                <HomeworkResult homework={item.homework} />
              </span>
            )}
            {item.test && (
              <span className="inline-flex flex-wrap items-center gap-x-xxs">
                <span className="text-ink-muted">{t`Тест`}</span> <TestResult test={item.test} />
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Date, topic (with a link to the schedule) and the teacher's comment of a lesson. */
function LessonCell({
  item: { uuid, date, topic, format, comment },
  aside,
}: {
  item: ProgressItem
  aside?: ReactNode
}) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const schoolLang = useSchoolLang()
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-xs text-sm font-normal text-ink-muted">
        {[
          // One line with the badge of a phone.
          aside ? `${dates.weekdayShort(date)}, ${dates.day(date)}` : dates.weekday(date),
          i18n._(labelOf(lessonFormatLabels, format)),
        ].join(separator)}
        {aside}
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

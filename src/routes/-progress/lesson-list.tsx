import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProgressItem } from '#contract/learning.ts'
import { isNotable } from '#src/domain/progress.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { ShowMore } from '#src/ui/data/show-more.tsx'
import { Table } from '#src/ui/data/table.tsx'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { AttendanceBadge, HomeworkResult, TestResult } from './lesson-results.tsx'

const pageSize = 20

/** Lessons of the group with results and comments, the latest first, in pages. */
export function LessonList({ items }: { items: readonly ProgressItem[] }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('progress')
  const { today } = useSchoolNow()
  const [room, setRoom] = useState(pageSize)
  const notable = items.filter(isNotable)
  const fitting = search.only === 'notable' ? notable : items
  const shown = fitting.slice(0, room)
  return (
    <section className="mt-xl">
      <header className="mb-base flex flex-wrap items-center justify-between gap-x-base gap-y-xs">
        <h2 className="text-xl">
          <Trans>Занятия</Trans>
        </h2>
        <FilterChip
          pressed={search.only === 'notable'}
          count={notable.length}
          onClick={() => replace({ only: search.only === 'notable' ? undefined : 'notable' })}
        >
          <Trans>Только с замечаниями</Trans>
        </FilterChip>
      </header>
      {fitting.length === 0 ? (
        <NoMatches
          title={t`Замечаний нет`}
          resetLabel={<Trans>Показать все занятия</Trans>}
          onReset={() => replace({ only: undefined })}
        >
          <Trans>Ни пропусков, ни просроченных работ, ни комментариев.</Trans>
        </NoMatches>
      ) : (
        <>
          <Card padding="flush">
            <Table
              caption={t`Занятия`}
              captionHidden
              rows={shown}
              rowKey={({ uuid }) => uuid}
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
                  title: t`Домашняя работа`,
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
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <>
      <span className="block text-sm font-normal text-ink-muted">
        {dates.weekday(date)}
        {separator}
        {i18n._(labelOf(lessonFormatLabels, format))}
      </span>
      <ScreenLink to="/schedule" search={{ view: 'week', date, item: uuid }} variant="quiet">
        {topic}
      </ScreenLink>
      {comment && (
        <span className="mt-xxs block border-l-2 border-primary-3 pl-xs text-sm font-normal text-ink">{comment}</span>
      )}
    </>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProgressItem } from '#contract/learning.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { isNotable } from '#src/school/progress.ts'
import { Card } from '#src/ui/card.tsx'
import { NothingFits } from '#src/ui/empty-state.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { ShowMore } from '#src/ui/show-more.tsx'
import { Table } from '#src/ui/table.tsx'
import { LessonCell } from './lesson-cell.tsx'
import { AttendanceBadge, HomeworkMark, TestMark } from './lesson-marks.tsx'

const portion = 20

/** The lessons of the group, the latest first, with marks and comments; a long year comes in portions. */
export function LessonList({ items }: { items: readonly ProgressItem[] }) {
  const { t } = useLingui()
  const { search, replace } = useAddress('progress')
  const { today } = useMoment()
  const [room, setRoom] = useState(portion)
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
        <NothingFits
          title={t`Замечаний нет`}
          allLabel={<Trans>Показать все занятия</Trans>}
          onShowAll={() => replace({ only: undefined })}
        >
          <Trans>Ни пропусков, ни просроченных работ, ни комментариев.</Trans>
        </NothingFits>
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
                  tight: true,
                  cell: (item) => <AttendanceBadge item={item} today={today} />,
                },
                {
                  key: 'homework',
                  title: t`Домашняя работа`,
                  tight: true,
                  cell: ({ homework }) => <HomeworkMark homework={homework} />,
                },
                {
                  key: 'test',
                  title: t`Тест`,
                  align: 'end',
                  tight: true,
                  cell: ({ test }) => <TestMark test={test} />,
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
            onMore={shown.length < fitting.length ? () => setRoom(room + portion) : undefined}
          />
        </>
      )}
    </section>
  )
}

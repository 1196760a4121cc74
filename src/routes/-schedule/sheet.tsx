import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import type { CalendarView } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Skeleton, SkeletonCalendar } from '#src/ui/skeleton.tsx'
import type { ChildTag } from './children.ts'
import { Drawing } from './drawing.tsx'
import { entriesOf, filtered } from './entries.ts'
import { LazyEntryDetails, warmEntryDetails } from './entry-details-lazy.ts'
import { NothingHere } from './nothing-here.tsx'
import { daysOf } from './period.ts'
import { toCalendar, within } from './to-calendar.ts'
import { useScheduleSearch } from './use-schedule-search.ts'

const route = getRouteApi('/schedule')

type SheetProps = {
  items: readonly ScheduleItem[]
  view: CalendarView
  date: string
  today: string
  tags: ReadonlyMap<string, ChildTag>
  /** Another period was asked for and is on its way; this one stays until it comes. */
  isStale: boolean
}

/** What lies in the period in view and passes the filter, or that there is nothing; over it the details that are open. */
export function Sheet({ items, view, date, today, tags, isStale }: SheetProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { filter, item } = route.useSearch()
  const { close } = useScheduleSearch()
  const entries = useMemo(() => entriesOf(items), [items])
  const days = useMemo(() => daysOf(view, date), [view, date])
  const calendar = useMemo(
    () => within(days, toCalendar(filtered(entries, filter ?? {}), { dates, i18n, tags })),
    // `dates` change with the language, while `i18n` stays one object.
    [days, entries, filter, dates, i18n, tags],
  )
  const opened = item === undefined ? undefined : entries.find(({ key }) => key === item)
  const isEmpty = calendar.items.length + calendar.bands.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for intent
    <div onPointerEnter={warmEntryDetails} onFocus={warmEntryDetails}>
      {!isEmpty && <Drawing calendar={calendar} days={days} view={view} date={date} today={today} />}
      {isEmpty && !isStale && <NothingHere view={view} isNarrowed={filter !== undefined} />}
      {isEmpty && isStale && (
        <Skeleton label={t`Загружаем…`}>
          <SkeletonCalendar />
        </Skeleton>
      )}
      <Suspense fallback={null}>{opened && <LazyEntryDetails entry={opened} tags={tags} onClose={close} />}</Suspense>
    </div>
  )
}

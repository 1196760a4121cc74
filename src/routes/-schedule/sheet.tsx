import { useLingui } from '@lingui/react/macro'
import { memo, useCallback, useMemo } from 'react'
import type { CalendarView } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { calendarOf, calendarWithin } from '#src/school/calendar.ts'
import type { ChildTags } from '#src/school/children.ts'
import { entriesMatching, entriesOf } from '#src/school/entries.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { DrawingProps } from './drawing.tsx'
import { MonthView } from './month-view.tsx'
import { NothingHere } from './nothing-here.tsx'
import { PaperList } from './paper-list.tsx'
import { daysInView } from './period.ts'
import { SheetSkeleton } from './sheet-skeleton.tsx'
import { usePrinting } from './use-printing.ts'
import { WeekView } from './week-view.tsx'

const EntryDetails = latePart('entry-details', () =>
  import('./entry-details.tsx').then((module) => module.EntryDetails),
)

type SheetProps = {
  items: readonly ScheduleItem[]
  view: CalendarView
  date: string
  today: string
  tags: ChildTags
  /** Another period was asked for and is on its way; this one stays until it comes. */
  isStale: boolean
}

/** What lies in the period in view and passes the filter, or that there is nothing; over it the details that are open. */
export function Sheet({ items, view, date, today, tags, isStale }: SheetProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { search, open, close } = useAddress('schedule')
  const { filter, item, dialog } = search
  const entries = useMemo(() => entriesOf(items), [items])
  const days = useMemo(() => daysInView(view, date), [view, date])
  const calendar = useMemo(
    () => calendarWithin(days, calendarOf(entriesMatching(entries, filter ?? {}), { dates, i18n, tags })),
    // `dates` change with the language, while `i18n` stays one object.
    [days, entries, filter, dates, i18n, tags],
  )
  // With the date, so that the address opens the same sheet on any day.
  const openEntry = useCallback((key: string) => open({ item: key, date }), [open, date])
  const opened = item === undefined ? undefined : entries.find(({ key }) => key === item)
  const isEmpty = calendar.items.length + calendar.bands.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for intent
    <div onPointerEnter={EntryDetails.warm} onFocus={EntryDetails.warm}>
      {!isEmpty && <Drawing calendar={calendar} days={days} view={view} date={date} today={today} onOpen={openEntry} />}
      {isEmpty && !isStale && <NothingHere view={view} isFiltered={filter !== undefined} />}
      {isEmpty && isStale && (
        <Skeleton label={t`Загружаем…`}>
          <SheetSkeleton view={view} date={date} />
        </Skeleton>
      )}
      {opened && dialog === undefined && (
        <EntryDetails entry={opened} tags={tags} onClose={() => close({ item: undefined })} />
      )}
    </div>
  )
}

/** Month or week; paper gets the list by days, which loses nothing whatever the size of the sheet. */
const Drawing = memo(function Drawing(props: DrawingProps & { view: CalendarView }) {
  const isPrinting = usePrinting()
  if (isPrinting) return <PaperList {...props} />
  return props.view === 'month' ? <MonthView {...props} /> : <WeekView {...props} />
})

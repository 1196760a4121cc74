import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import type { ScheduleSearch } from '#contract/screen-search.ts'
import { absencesByEntry, reportableStudents } from '#src/domain/absences.ts'
import { type Calendar, type ChildTones, calendarOf, mergeCalendars } from '#src/domain/calendar.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { parseLayerTarget } from '#src/domain/item-kind.ts'
import type { ScheduleChangesByItem } from '#src/domain/schedule-changes.ts'
import { filterEntries, mergeScheduleItems, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { tightConnectionsOf } from '#src/domain/tight-connections.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ClosedChildren } from '#src/routes/-flow/filters/closed-children.tsx'
import { useCanPayOnline } from '#src/routes/-flow/payments/pay-link.tsx'
import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { useTravelTimeText } from '#src/routes/-query/labels/use-travel-time-text.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { AbsenceDialog, useAbsences } from './absence/absences.ts'
import { ColourLegend } from './colour-legend.tsx'
import { homeworkDayOf, homeworkDeadlines } from './homework-deadlines.ts'
import { daysInView, daysOfMonthTable } from './views/period.ts'
import { PeriodView } from './views/period-view.tsx'
import { type AgendaMonths, useHomeworkOfMonths } from './views/use-agenda-months.ts'

const EntryDetails = lazyComponent('entry-details', () => import('./entry-details.tsx'), 'EntryDetails')

const noTags: ChildTags = new Map()

type ScheduleViewProps = {
  /** Of the month of `date`. */
  items: readonly ScheduleItem[]
  agenda: AgendaMonths
  /** Default: depends on the width. */
  view: ScheduleView | undefined
  date: string
  /** A day of the month that the table shows. */
  tableDay: string
  today: string
  isAroundToday: boolean
  onTapDay: (day: string) => void
  onTurn: (to: string) => void
  tags: ChildTags
  /** Null for colours by kind. */
  childTones: ChildTones | null
  changes: ScheduleChangesByItem
  /** Calendars shown over the schedule. */
  layers: readonly Calendar[]
  /** Another period is loading; this one stays until then. */
  isStale: boolean
}

/** The filtered schedule with its layers in the selected view, and the dialog of the selected entry. */
export function SchedulePeriods(props: ScheduleViewProps) {
  const { agenda, view, date, tableDay, today, isAroundToday, onTapDay, onTurn, tags, childTones, changes, isStale } =
    props
  const navigate = useNavigate()
  const { search, open, swap, close } = useScreenSearch('schedule')
  const { filter, item, dialog } = search
  const isImpersonating = useIsImpersonating()
  const isOnline = useCanPayOnline()
  const { entries, shown, calendar, tightConnections, formatTravelTime, absent, reportable } = useCalendar(
    props,
    filter,
  )
  const openItem = useCallback(
    (key: string) => {
      const target = parseLayerTarget(key)
      const homeworkDay = homeworkDayOf(key)
      if (homeworkDay !== null) return navigate({ to: '/homework', search: { date: homeworkDay } })
      if (target?.layer === 'payments')
        return isOnline && target.paymentUuid !== undefined
          ? navigate({ to: '/payment', search: { payment: [target.paymentUuid] } })
          : navigate({ to: '/contracts-and-payments/$id', params: { id: target.id } })
      if (target?.layer === 'events') return navigate({ to: '/events', search: { event: target.id } })
      if (key === item) return close({ item: undefined })
      // With the date, so that the URL opens the same period on any day.
      const show = item === undefined ? open : swap
      show({ item: key, date })
    },
    [open, swap, close, navigate, item, date, isOnline],
  )
  const opened = item === undefined ? undefined : entries.find(({ key }) => key === item)
  const people = useMemo(
    () => childTones && [...childTones].map(([key, tone]) => ({ key, tone, name: tags.get(key)?.name ?? '' })),
    [childTones, tags],
  )
  const viewProps = {
    calendar,
    date,
    tableDay,
    today,
    isAroundToday,
    onTapDay,
    onTurn,
    isFiltered: filter !== undefined,
    isStale,
    people: people ?? undefined,
    onOpen: openItem,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only preloads code on hover and focus
    <div onPointerEnter={EntryDetails.prefetch} onFocus={EntryDetails.prefetch}>
      <PeriodView {...viewProps} agenda={agenda} view={view} />
      {/* The rows of a list and of a printed week have names. */}
      {view !== 'list' && (
        <div className={classNames('max-md:hidden', view === 'week' && 'print:hidden')}>
          <ColourLegend
            entries={shown}
            items={calendar.items}
            days={
              (view ?? 'month') === 'month'
                ? daysOfMonthTable(tableDay, isAroundToday)
                : daysInView(view ?? 'month', date)
            }
            hasStateIcons={(view ?? 'month') === 'month'}
            tags={tags}
            childTones={childTones}
          />
          <ClosedChildren isBelow />
        </div>
      )}
      {opened && dialog === undefined && (
        <EntryDetails
          key={opened.key}
          entry={opened}
          tags={tags}
          change={changes.get(opened.key)}
          tightConnection={tightConnections.get(opened.key)}
          formatTravelTime={formatTravelTime}
          absences={absent.get(opened.key) ?? []}
          isReportable={reportable(opened).length > 0}
          onClose={() => close({ item: undefined })}
        />
      )}
      {opened && dialog === 'absence' && !isImpersonating && (
        <AbsenceDialog
          key={opened.key}
          entry={opened}
          students={reportable(opened)}
          tags={tags}
          onClose={() => close({ dialog: undefined })}
        />
      )}
    </div>
  )
}

/** The entries of the period as the views draw them, and what is said of each. */
function useCalendar(
  { items: ofMonth, agenda, today, tags, childTones, changes, layers }: ScheduleViewProps,
  filter: ScheduleSearch['filter'],
) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { absences, students: mayReport } = useAbsences()
  const { now } = useSchoolNow()
  const tasks = useHomeworkOfMonths(agenda.months)
  const entries = useMemo(() => {
    const items = [...ofMonth, ...agenda.items]
    return mergeScheduleItems([...items, ...homeworkDeadlines(tasks, items, dates)])
  }, [ofMonth, agenda.items, tasks, dates])
  // Travel warnings are irrelevant for past days.
  const tightConnections = useMemo(
    () => tightConnectionsOf(entries.filter(({ startsAt }) => dates.dayOf(startsAt) >= today)),
    [entries, dates, today],
  )
  const formatTravelTime = useTravelTimeText()
  const shown = useMemo(() => filterEntries(entries, filter ?? {}), [entries, filter])
  const absent = useMemo(() => absencesByEntry(entries, absences, dates), [entries, absences, dates])
  const calendar = useMemo(() => {
    const calendarContext = {
      dates,
      i18n,
      // Of one child the names would only repeat.
      tags: filter?.child === undefined ? tags : noTags,
      childTones,
      changes,
      tightConnections: { of: tightConnections, text: formatTravelTime },
      absences: { of: absent, text: (names: string) => (names === '' ? t`Не придёт` : t`Не придёт: ${names}`) },
    }
    return mergeCalendars(calendarOf(shown, calendarContext), ...layers)
    // `dates` changes with the language, while `i18n` stays the same object.
  }, [
    shown,
    dates,
    i18n,
    tags,
    childTones,
    changes,
    tightConnections,
    layers,
    formatTravelTime,
    absent,
    filter?.child,
    t,
  ])
  const reportable = (entry: ScheduleEntry) =>
    reportableStudents(entry, { mayReport, absences: absent.get(entry.key) ?? [], now })
  return { entries, shown, calendar, tightConnections, formatTravelTime, absent, reportable }
}

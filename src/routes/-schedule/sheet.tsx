import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { type Calendar, calendarOf, laidOver } from '#src/school/calendar.ts'
import type { Changes } from '#src/school/changes.ts'
import type { ChildTags } from '#src/school/children.ts'
import { entriesMatching, entriesOf } from '#src/school/entries.ts'
import { layerTarget } from '#src/school/kinds.ts'
import { hurriesOf } from '#src/school/travel.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { PeriodView } from './period-view.tsx'

const EntryDetails = latePart('entry-details', () =>
  import('./entry-details.tsx').then((module) => module.EntryDetails),
)

type SheetProps = {
  items: readonly ScheduleItem[]
  /** Missing: what suits the width. */
  view: ScheduleView | undefined
  date: string
  today: string
  tags: ChildTags
  changes: Changes
  /** What is laid over it. */
  layers: readonly Calendar[]
  /** Another period was asked for and is on its way; this one stays until it comes. */
  isStale: boolean
}

/** What lies on the sheet and passes the filter, with what is laid over it; above it the details that are open. */
export function Sheet({ items, view, date, today, tags, changes, layers, isStale }: SheetProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const navigate = useNavigate()
  const { search, open, close } = useAddress('schedule')
  const { filter, item, dialog } = search
  const entries = useMemo(() => entriesOf(items), [items])
  // What is over needs no way to it any more.
  const hurries = useMemo(
    () => hurriesOf(entries.filter(({ startsAt }) => dates.dayOf(startsAt) >= today)),
    [entries, dates, today],
  )
  const travelWords = useCallback(
    (minutes: number) => {
      if (minutes < 0) return t`В двух местах сразу`
      return minutes === 0 ? t`Нет времени на дорогу` : t`${minutes} мин на дорогу`
    },
    [t],
  )
  const calendar = useMemo(() => {
    const surroundings = { dates, i18n, tags, changes, hurries: { of: hurries, words: travelWords } }
    return laidOver(calendarOf(entriesMatching(entries, filter ?? {}), surroundings), ...layers)
    // `dates` change with the language, while `i18n` stays one object.
  }, [entries, filter, dates, i18n, tags, changes, hurries, layers, travelWords])
  const openItem = useCallback(
    (key: string) => {
      const target = layerTarget(key)
      if (target?.layer === 'payments')
        return navigate({ to: '/contracts-and-payments/$id', params: { id: target.id } })
      if (target?.layer === 'events') return navigate({ to: '/events', search: { event: target.id } })
      // With the date, so that the address opens the same sheet on any day.
      open({ item: key, date })
    },
    [open, navigate, date],
  )
  const opened = item === undefined ? undefined : entries.find(({ key }) => key === item)
  const drawn = { calendar, date, today, isFiltered: filter !== undefined, isStale, onOpen: openItem }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for intent
    <div onPointerEnter={EntryDetails.warm} onFocus={EntryDetails.warm}>
      {view ? (
        <PeriodView {...drawn} view={view} />
      ) : (
        <ByWidth
          from="md"
          narrow={<PeriodView {...drawn} view="list" />}
          wide={<PeriodView {...drawn} view="month" />}
        />
      )}
      {opened && dialog === undefined && (
        <EntryDetails
          entry={opened}
          tags={tags}
          change={changes.get(opened.key)}
          hurry={hurries.get(opened.key)}
          travelWords={travelWords}
          onClose={() => close({ item: undefined })}
        />
      )}
    </div>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { unseenCountsQuery } from '#src/api/unseen.ts'
import { entryLinksOf, entryTitleOf, nextEntryOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { RelativeStart } from '#src/routes/-query/labels/lesson-times.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** Current or next lesson and the number of new marks; its height equals that of its placeholder. */
export function TodaySummary() {
  const { t } = useLingui()
  const now = useNow()
  const { entries } = useUpcomingEntries()
  const next = nextEntryOf(entries, now)
  return (
    <section
      aria-label={t`Сегодня`}
      className="flex h-[72px] items-center md:h-control gap-sm rounded-lg border border-line-soft bg-surface px-base"
    >
      {next ? (
        <NextEntry entry={next} now={now} />
      ) : (
        <p className="min-w-0 flex-1 truncate text-ink-muted">
          <Trans>Ближайших занятий нет</Trans>
        </p>
      )}
      <NewMarks />
    </section>
  )
}

/** Always two lines; with a link if the lesson is online. */
function NextEntry({ entry, now }: { entry: ScheduleEntry; now: number }) {
  const dates = useDates()
  const { open } = useScreenSearch('schedule')
  const { startsAt, endsAt, place, teacher } = entry
  const { join } = entryLinksOf(entry, now)
  const isNow = Date.parse(startsAt) <= now
  return (
    <>
      <button
        type="button"
        onClick={() => open({ date: dates.dayOf(startsAt), item: entry.key })}
        className="-mx-xs min-w-0 flex-1 gap-x-xs rounded px-xs text-left md:flex md:items-baseline hover:bg-surface-hover"
      >
        <span className="block truncate text-sm md:shrink-0">
          <span className="inline-block font-strong first-letter:uppercase">
            {isNow ? <Trans>Сейчас, до {dates.time(endsAt)}</Trans> : <RelativeStart startsAt={startsAt} />}
          </span>{' '}
          {!isNow && (
            <span className="text-ink-muted tabular-nums">
              {dates.time(startsAt)}
              <span className="max-md:hidden">–{dates.time(endsAt)}</span>
            </span>
          )}
        </span>
        {/* A place or a name that does not fit wraps and is hidden whole. */}
        <span className="flex max-h-[1.375rem] min-w-0 flex-wrap items-baseline gap-x-xs overflow-hidden">
          <span className="max-w-full truncate font-medium">{entryTitleOf(entry)}</span>{' '}
          {place && <span className="text-sm text-ink-muted">{place}</span>}{' '}
          {teacher && <span className="text-sm text-ink-muted">{place ? `· ${teacher}` : teacher}</span>}
        </span>
      </button>
      {join && (
        <LinkButton href={join} target="_blank" rel="noopener" size="small" variant={isNow ? 'primary' : 'secondary'}>
          <Trans>Подключиться</Trans>
        </LinkButton>
      )}
    </>
  )
}

/** Link to new marks; on a phone only their number is visible. */
function NewMarks() {
  const { data: counts = [] } = useQuery(unseenCountsQuery())
  const count = counts.find(({ section }) => section === 'grade-book')?.count ?? 0
  if (count === 0) return null
  return (
    <ButtonLink to="/grade-book" size="small" icon={<Icon name="grade-book" size={16} />}>
      <span aria-hidden="true" className="tabular-nums md:hidden">
        {count}
      </span>
      <span className="max-md:sr-only">
        <Plural value={count} one="# новая оценка" few="# новые оценки" many="# новых оценок" other="# новой оценки" />
      </span>
    </ButtonLink>
  )
}

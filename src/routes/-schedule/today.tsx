import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { monthOf } from '#contract/screens.ts'
import { newsQuery } from '#src/api/news.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Until } from '#src/routes/-frame/until.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { entriesOf, linksOf, type ScheduleEntry, titleOf } from '#src/school/entries.ts'
import { nextOf } from '#src/school/next-entry.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'

/** A student’s day in a line, as high as what stands there before it comes: what is now or next, and new marks. */
export function Today() {
  const { t } = useLingui()
  const { now, today } = useMoment()
  const [month, later] = [monthOf(today), monthOf(shiftDay(today, 7, 'day'))]
  const { data: items = [] } = useQuery({ ...scheduleQuery('student', month), meta: { optional: true } })
  const isNearEnd = later !== month
  const { data: more = [] } = useQuery({
    ...scheduleQuery('student', later),
    meta: { optional: true },
    enabled: isNearEnd,
  })
  const next = nextOf(entriesOf(isNearEnd ? [...items, ...more] : items), now)
  return (
    <section
      aria-label={t`Сегодня`}
      className="flex h-[72px] items-center gap-sm rounded-lg border border-line-soft bg-surface px-base"
    >
      {next ? (
        <Next entry={next} now={now} />
      ) : (
        <p className="min-w-0 flex-1 truncate text-ink-muted">
          <Trans>Ближайших занятий нет</Trans>
        </p>
      )}
      <NewMarks />
    </section>
  )
}

/** What, when and where, in two lines that never become three; the way in where it is online. */
function Next({ entry, now }: { entry: ScheduleEntry; now: number }) {
  const dates = useDates()
  const { open } = useAddress('schedule')
  const { startsAt, endsAt, place, teacher } = entry
  const { join } = entry.category === 'selfStudy' ? { join: null } : linksOf(entry, now)
  const isNow = Date.parse(startsAt) <= now
  return (
    <>
      <button
        type="button"
        onClick={() => open({ date: dates.dayOf(startsAt), item: entry.key })}
        className="-mx-xs min-w-0 flex-1 rounded px-xs text-left transition-colors hover:bg-surface-hover"
      >
        <span className="block truncate text-sm">
          <span className="inline-block font-strong first-letter:uppercase">
            {isNow ? <Trans>Сейчас, до {dates.time(endsAt)}</Trans> : <Until startsAt={startsAt} />}
          </span>{' '}
          {!isNow && (
            <span className="text-ink-muted tabular-nums">
              {dates.time(startsAt)}
              <span className="max-md:hidden">–{dates.time(endsAt)}</span>
            </span>
          )}
        </span>
        <span className="block truncate">
          <span className="font-medium">{titleOf(entry)}</span>{' '}
          <span className="text-sm text-ink-muted">{[place, teacher].filter(Boolean).join(separator)}</span>
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

/** How many marks are new, with the way to them; on a phone the number stands for the words. */
function NewMarks() {
  const { data: news = [] } = useQuery(newsQuery())
  const count = news.find(({ section }) => section === 'grade-book')?.count ?? 0
  if (count === 0) return null
  return (
    <Link to="/grade-book" className={buttonClasses({ size: 'small' })}>
      <Icon name="grade-book" size={16} />
      <span aria-hidden="true" className="tabular-nums md:hidden">
        {count}
      </span>
      <span className="max-md:sr-only">
        <Plural value={count} one="# новая оценка" few="# новые оценки" many="# новых оценок" other="# новой оценки" />
      </span>
    </Link>
  )
}

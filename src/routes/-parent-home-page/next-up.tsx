import { Trans, useLingui } from '@lingui/react/macro'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment, useNow } from '#src/routes/-frame/use-moment.ts'
import { linksOf, type ScheduleEntry, titleOf } from '#src/school/entries.ts'
import { itemLook } from '#src/school/kinds.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'

/** What a child does now or next: in how long, what, where, and the way in where it is online. */
export function NextUp({ entry }: { entry: ScheduleEntry }) {
  const { t } = useLingui()
  const dates = useDates()
  const now = useNow()
  const { startsAt, endsAt, place, teacher } = entry
  const { join } = entry.category === 'selfStudy' ? { join: null } : linksOf(entry, now)
  const isNow = Date.parse(startsAt) <= now
  return (
    <section
      aria-label={isNow ? t`Идёт сейчас` : t`Следующее занятие`}
      className="mt-sm rounded-lg bg-surface-sunken px-sm py-xs"
    >
      <p className="flex flex-wrap items-baseline gap-x-xs text-sm">
        <span className="font-strong first-letter:uppercase">
          {isNow ? <Trans>Сейчас, до {dates.time(endsAt)}</Trans> : <Until startsAt={startsAt} />}
        </span>
        {!isNow && (
          <span className="whitespace-nowrap text-ink-muted tabular-nums">
            {dates.time(startsAt)}–{dates.time(endsAt)}
          </span>
        )}
      </p>
      <p className="flex items-center gap-xs font-medium">
        <Icon name={itemLook(entry).icon} size={16} />
        <span className="min-w-0">{titleOf(entry)}</span>
      </p>
      <p className="text-sm text-ink-muted">{[place, teacher].filter(Boolean).join(separator)}</p>
      {join && (
        <div className="mt-xs">
          <LinkButton href={join} target="_blank" rel="noopener" size="small" variant={isNow ? 'primary' : 'secondary'}>
            <Trans>Подключиться</Trans>
          </LinkButton>
        </div>
      )}
    </section>
  )
}

/** In how long it begins: minutes and hours today, and after that the day. */
function Until({ startsAt }: { startsAt: string }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { now, today } = useMoment()
  const day = dates.dayOf(startsAt)
  const minutes = Math.ceil((Date.parse(startsAt) - now) / 60_000)
  if (day === today) {
    const format = new Intl.RelativeTimeFormat(i18n.locale)
    return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour')
  }
  return day === shiftDay(today, 1, 'day') ? t`завтра` : dates.weekday(day)
}

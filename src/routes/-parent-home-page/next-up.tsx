import { Trans, useLingui } from '@lingui/react/macro'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Until } from '#src/routes/-frame/until.tsx'
import { useNow } from '#src/routes/-frame/use-moment.ts'
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

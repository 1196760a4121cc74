import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import type { Change } from '#src/school/changes.ts'
import { titleOf } from '#src/school/entries.ts'
import type { Hurry } from '#src/school/travel.ts'
import { Icon } from '#src/ui/icon.tsx'

/** When it was to be, and where, if that was elsewhere. */
export function WasWords({ was, place }: { was: NonNullable<Change['was']>; place: string | null }) {
  const dates = useDates()
  return (
    <s className="text-ink-muted">
      {dates.dateTime(was.startsAt)}–{dates.time(was.endsAt)}
      {was.place !== null && was.place !== place && `, ${was.place}`}
    </s>
  )
}

/** How little time there is, and between which places. */
export function WayWords({ hurry: { other, side }, words }: { hurry: Hurry; words: string }) {
  const dates = useDates()
  const title = titleOf(other)
  const [until, since] = [dates.time(other.endsAt), dates.time(other.startsAt)]
  return (
    <span className="flex gap-xxs text-ink-warning">
      <Icon name="warning" />
      <span>
        <span className="font-medium">{words}</span>
        <span className="block text-ink">
          {side === 'before' ? (
            <Trans>
              До {until}: {title}, {other.place}
            </Trans>
          ) : (
            <Trans>
              С {since}: {title}, {other.place}
            </Trans>
          )}
        </span>
      </span>
    </span>
  )
}

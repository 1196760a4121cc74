import { Trans, useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useDeviceTimeZone } from '#src/i18n/use-device-time-zone.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useMatchesWidth } from '#src/ui/layout/responsive.tsx'

type TimeZoneNoteProps = {
  /** The last one on a phone only, the others from `md`: beside the heading if a row of children follows it closely. */
  place: 'beside-heading' | 'below-heading' | 'below-days'
}

/**
 * Says that the schedule shows the time of the school if the device has another time zone (D-22). The zone is known
 * only after hydration, so the note is positioned in the gap below the heading, where it causes no layout shift. The
 * days of a phone have no gap below.
 */
export function TimeZoneNote({ place }: TimeZoneNoteProps) {
  const { i18n } = useLingui()
  const { timeZone } = useDates()
  const now = new Date(useNow())
  const own = useDeviceTimeZone()
  const isOnPhone = useMatchesWidth('md') === false
  if (isOnPhone !== (place === 'below-days')) return null
  if (own === null || !clocksDiffer(timeZone, own, now)) return null
  const school = offsetText(timeZone, i18n.locale, now)
  const device = offsetText(own, i18n.locale, now)
  return (
    <p
      role="note"
      className={classNames(
        'text-ink-muted',
        isOnPhone ? 'pb-xxs text-center text-xs' : 'absolute flex items-center text-sm whitespace-nowrap',
        place === 'below-heading' && 'top-full left-0 h-lg',
        place === 'beside-heading' && 'bottom-0 left-full ml-lg h-[36px]',
      )}
    >
      {isOnPhone ? (
        <Trans>
          Время школы {school}, у вас {device}
        </Trans>
      ) : (
        <Trans>
          Показано время школы: {timeZoneName(timeZone, i18n.locale, now)}, {school}. На этом устройстве — {device}.
        </Trans>
      )}
    </p>
  )
}

/** Whether two time zones have different offsets at an instant. */
export function clocksDiffer(one: string, other: string, instant: Date): boolean {
  return one !== other && offsetText(one, 'en', instant) !== offsetText(other, 'en', instant)
}

/** For example «GMT+3». */
function offsetText(timeZone: string, locale: string, instant: Date): string {
  return timeZonePart(timeZone, locale, instant, 'shortOffset')
}

/** For example «Москва, стандартное время» or “Moscow Standard Time”. */
function timeZoneName(timeZone: string, locale: string, instant: Date): string {
  return timeZonePart(timeZone, locale, instant, 'long')
}

function timeZonePart(timeZone: string, locale: string, instant: Date, timeZoneName: 'shortOffset' | 'long') {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useDeviceTimeZone } from '#src/i18n/use-device-time-zone.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'

type TimeZoneNoteProps = {
  /** From `md` beside the heading, where the row of children follows it closely. */
  isBesideHeading: boolean
}

/**
 * Says that the schedule shows the time of the school if the device has another time zone (D-22). The zone is known
 * only after hydration, so the note is positioned in the gap below the heading, where it causes no layout shift.
 */
export function TimeZoneNote({ isBesideHeading }: TimeZoneNoteProps) {
  const { i18n } = useLingui()
  const { timeZone } = useDates()
  const now = new Date(useNow())
  const own = useDeviceTimeZone()
  if (own === null || !clocksDiffer(timeZone, own, now)) return null
  const school = offsetText(timeZone, i18n.locale, now)
  const device = offsetText(own, i18n.locale, now)
  return (
    <p
      role="note"
      className={classNames(
        'absolute top-full left-0 flex h-base items-center text-xs whitespace-nowrap text-ink-muted max-md:-mt-xxs md:h-lg md:text-sm',
        isBesideHeading && 'md:top-auto md:bottom-0 md:left-full md:ml-lg md:h-[36px]',
      )}
    >
      <span className="max-md:hidden">
        <Trans>
          Показано время школы: {timeZoneName(timeZone, i18n.locale, now)}, {school}. На этом устройстве — {device}.
        </Trans>
      </span>
      <span className="md:hidden">
        <Trans>
          Время школы {school}, у вас {device}
        </Trans>
      </span>
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

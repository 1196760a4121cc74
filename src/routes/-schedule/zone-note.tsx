import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-frame/use-moment.ts'
import { clocksDiffer, offsetWords, zoneWords } from './zone.ts'

/**
 * Says whose time the schedule shows when this device lives by another (D-22). Only the device knows that, so the
 * note comes after the page, and stands where it moves nothing: in the gap under the heading.
 */
export function ZoneNote() {
  const { i18n } = useLingui()
  const { timeZone } = useDates()
  const now = new Date(useNow())
  const own = useSyncExternalStore(neverChanges, zoneOfDevice, () => null)
  if (own === null || !clocksDiffer(timeZone, own, now)) return null
  const school = offsetWords(timeZone, i18n.locale, now)
  const device = offsetWords(own, i18n.locale, now)
  return (
    <p
      role="note"
      className="absolute top-full left-0 flex h-lg items-center text-xs whitespace-nowrap text-ink-muted md:text-sm"
    >
      <span className="max-md:hidden">
        <Trans>
          Показано время школы: {zoneWords(timeZone, i18n.locale, now)}, {school}. На этом устройстве — {device}.
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

const neverChanges = () => () => undefined
const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

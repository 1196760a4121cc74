import { Trans, useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useMoment } from './use-moment.ts'
import { clocksDiffer, offsetWords, zoneWords } from './zone.ts'

/** Says whose time the schedule shows when this device lives by another (D-22). */
export function ZoneNote() {
  const { i18n } = useLingui()
  const { timeZone } = useDates()
  const { instant } = useMoment()
  const now = new Date(instant)
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!clocksDiffer(timeZone, own, now)) return null
  const school = `${zoneWords(timeZone, i18n.locale, now)}, ${offsetWords(timeZone, i18n.locale, now)}`
  return (
    <p role="note" className="mb-base flex items-start gap-xs text-sm text-ink-muted">
      <span className="mt-half">
        <Icon name="info" size={16} />
      </span>
      <Trans>
        Показано время школы: {school}. На этом устройстве — {offsetWords(own, i18n.locale, now)}.
      </Trans>
    </p>
  )
}

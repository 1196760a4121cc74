import { Trans, useLingui } from '@lingui/react/macro'
import type { UserCard } from '#contract/admin.ts'
import { useDates } from '#src/i18n/use-dates.ts'

/** Where the user is signed in now. */
export function UserDevices({ sessions }: { sessions: UserCard['sessions'] }) {
  const { t } = useLingui()
  const dates = useDates()
  if (sessions.length === 0) {
    return (
      <p className="text-ink-muted">
        <Trans>Сейчас пользователь нигде не вошёл.</Trans>
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line-soft">
      {sessions.map(({ id, browser, system, address, lastSeenAt }) => (
        <li key={id} className="flex flex-col py-xs first:pt-0 last:pb-0">
          <span className="font-medium">
            {[browser, system].filter(Boolean).join(', ') || t`Неизвестное устройство`}
          </span>
          <span className="text-sm text-ink-muted tabular-nums">
            {[dates.dateTime(lastSeenAt), address].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

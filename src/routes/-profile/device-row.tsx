import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { useIsLoggedAs } from './only-themselves.tsx'
import { useEndDevice } from './use-end-device.ts'

type Device = AnswerOf<Calls['GET /v1/profile/session/list']>[number]

/** A device by its browser and system; when and from where it was last seen. */
export function DeviceRow({ device, onEnded }: { device: Device; onEnded: () => void }) {
  const { t } = useLingui()
  const { end, isPending, error } = useEndDevice(device.id, onEnded)
  const isLoggedAs = useIsLoggedAs()
  const name = [device.browser, device.system].filter(Boolean).join(', ') || t`Неизвестное устройство`
  return (
    <li className="flex flex-wrap items-center gap-x-sm gap-y-xs py-sm first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="break-words text-sm text-ink-muted">
          <LastSeen device={device} />
        </p>
        {error && (
          <p role="alert" className="text-ink-error text-sm">
            <FailureWords error={error} />
          </p>
        )}
      </div>
      {device.isCurrent ? (
        <Badge tone="success">
          <Trans>Это устройство</Trans>
        </Badge>
      ) : (
        <Button
          size="small"
          aria-label={t`Завершить сеанс: ${name}`}
          disabled={isLoggedAs}
          busy={isPending}
          onClick={end}
        >
          <Trans>Завершить</Trans>
        </Button>
      )}
    </li>
  )
}

function LastSeen({ device: { lastSeenAt, address } }: { device: Device }) {
  const dates = useDates()
  const seen = { day: dates.dayWithYear(dates.dayOf(lastSeenAt)), time: dates.time(lastSeenAt) }
  return (
    <>
      <Trans>
        {seen.day}, {seen.time}
      </Trans>
      {address && `\u00a0· ${address}`}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { sessionsQuery } from '#src/api/profile.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { Badge } from '#src/ui/badge.tsx'

const route = getRouteApi('__root__')

type Device = AnswerOf<Calls['GET /v1/profile/session/list']>[number]

/** A device by its browser and system; when and from where it was last seen. */
export function DeviceRow({ device, onEnded }: { device: Device; onEnded: () => void }) {
  const { t } = useLingui()
  const { end, isPending, error } = useEndDevice(device.id, onEnded)
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
        <OwnButton size="small" aria-label={t`Завершить сеанс: ${name}`} busy={isPending} onClick={end}>
          <Trans>Завершить</Trans>
        </OwnButton>
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

/** Signs one device out, or all `others`; it is busy until the list is the new one, which `onEnded` hears of. */
export function useEndDevice(id: string, onEnded: () => void) {
  const queryClient = useQueryClient()
  const notifications = route.useRouteContext({ select: (context) => context.notifications })
  const { mutate, isPending, error } = useMutation({
    ...callMutation('DELETE /v1/profile/session/{id}', { returnsFailure: true }),
    onSuccess: () => {
      const kind = id === 'others' ? 'otherDevicesSignedOut' : 'deviceSignedOut'
      notifications.send({ type: 'notification.show', kind, tone: 'success' })
    },
    // A device that has signed out by itself meanwhile is gone as well.
    onSettled: async (_answer, failure) => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
      if (failure === null) onEnded()
    },
  })
  return { end: () => mutate({ params: { id } }), isPending, error }
}

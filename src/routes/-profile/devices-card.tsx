import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { sessionsQuery } from '#src/api/profile.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

/** Devices where the user is signed in, this one first, with buttons to sign the others out. The panel has the password beside it. */
export function DevicesCard({ screen }: { screen: 'profile' | 'admin' }) {
  const { t } = useLingui()
  return (
    <Card title={t`Где открыт кабинет`}>
      <div tabIndex={-1} className="flex flex-col items-start gap-base focus-visible:outline-none">
        <p>
          {screen === 'profile' ? (
            <Trans>
              Если устройство вам незнакомо, завершите на нём сеанс и{' '}
              <ScreenLink to="/profile" search={{ section: 'security', dialog: 'password' }}>
                смените пароль
              </ScreenLink>
              .
            </Trans>
          ) : (
            <Trans>Если устройство вам незнакомо, завершите на нём сеанс и смените пароль.</Trans>
          )}
        </p>
        <div className="w-full">
          <QueryBoundary
            query={sessionsQuery()}
            skeleton={
              <>
                <SkeletonLine height="control" />
                <SkeletonLine height="control" />
              </>
            }
            isEmpty={(devices) => devices.length === 0}
            empty={
              <p className="text-ink-muted">
                <Trans>Сейчас кабинет не открыт ни на одном устройстве пользователя.</Trans>
              </p>
            }
          >
            {(devices) => (
              <DeviceList devices={devices.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))} />
            )}
          </QueryBoundary>
        </div>
        <OtherDevices />
        <AccountOwnerOnly />
      </div>
    </Card>
  )
}

const shownAtFirst = 5

function DeviceList({ devices }: { devices: readonly Device[] }) {
  const first = devices.slice(0, shownAtFirst)
  const rest = devices.slice(shownAtFirst)
  return (
    <>
      <DeviceRows devices={first} />
      {rest.length > 0 && (
        <Disclosure summary={<Trans>Ещё {rest.length}</Trans>}>
          <DeviceRows devices={rest} />
        </Disclosure>
      )}
    </>
  )
}

function DeviceRows({ devices }: { devices: readonly Device[] }) {
  return (
    <ul className="divide-y divide-line-soft">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  )
}

function OtherDevices() {
  const { data: others = 0 } = useQuery({
    ...sessionsQuery(),
    select: (devices) => devices.filter(({ isCurrent }) => !isCurrent).length,
  })
  const { end, isPending, error } = useEndDevice('others')
  if (others < 2) return null
  return (
    <div className="flex flex-col items-start gap-xs">
      <AccountOwnerButton ref={passFocusUp} busy={isPending} onClick={end}>
        <Trans>Завершить все остальные</Trans>
      </AccountOwnerButton>
      <CallError error={error} />
    </div>
  )
}

const route = getRouteApi('__root__')

type Device = AnswerOf<Calls['GET /v1/profile/session/list']>[number]

/** A device: browser, system, last use and address. */
function DeviceRow({ device }: { device: Device }) {
  const { t } = useLingui()
  const { end, isPending, error } = useEndDevice(device.id)
  const name = [device.browser, device.system].filter(Boolean).join(', ') || t`Неизвестное устройство`
  return (
    <li className="flex flex-wrap items-center gap-x-sm gap-y-xs py-sm first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="break-words text-sm text-ink-muted">
          <LastSeen device={device} />
        </p>
        <CallError error={error} />
      </div>
      {device.isCurrent ? (
        <Badge tone="info">
          <Trans>Это устройство</Trans>
        </Badge>
      ) : (
        <AccountOwnerButton
          ref={passFocusUp}
          size="small"
          aria-label={t`Завершить сеанс: ${name}`}
          busy={isPending}
          onClick={end}
        >
          <Trans>Завершить</Trans>
        </AccountOwnerButton>
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

/** Signs one device or all `others` out; pending until the list is refetched. */
function useEndDevice(id: string) {
  const notifications = route.useRouteContext({ select: (context) => context.notifications })
  const { mutate, isPending, error } = usePressMutation({
    ...callMutation('DELETE /v1/profile/session/{id}', { handlesError: true }),
    onSuccess: () => {
      const kind = id === 'others' ? 'otherDevicesSignedOut' : 'deviceSignedOut'
      notifications.send({ type: 'notification.show', kind, tone: 'success' })
    },
  })
  return { end: () => mutate({ params: { id } }), isPending, error }
}

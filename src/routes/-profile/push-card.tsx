import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PushDevice, NotificationSettings as Settings } from '#contract/notifications.ts'
import { providePushSubscription } from '#src/actors/push-subscription.actors.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { pushDevicesQuery } from '#src/api/profile.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { PushFailure, PushObstacle } from '#src/machines/push-subscription.ts'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { CallError, ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { PhoneFoldedCard } from '#src/ui/layout/folded-card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type PushCardProps = { pushDetails: boolean; onChange: (changes: Partial<Settings>) => void }

/** Push notifications: of this browser, of others, and what they may say. */
export function PushCard({ pushDetails, onChange }: PushCardProps) {
  const { t } = useLingui()
  const isImpersonating = useIsImpersonating()
  return (
    <PhoneFoldedCard title={t`Пуш-уведомления`} note={<Trans>в этом браузере и на других устройствах</Trans>}>
      <div tabIndex={-1} className="flex flex-col gap-md focus-visible:outline-none">
        <QueryBoundary query={pushDevicesQuery()} skeleton={<SkeletonLine height="control" />}>
          {({ publicKey, devices }) => (
            <>
              {publicKey === null ? (
                <p>
                  <Trans>Школа отключила пуш-уведомления.</Trans>
                </p>
              ) : (
                !isImpersonating && <ThisBrowser />
              )}
              {devices.length > 0 && <Devices devices={devices} />}
            </>
          )}
        </QueryBoundary>
        <Checkbox
          checked={pushDetails}
          disabled={isImpersonating}
          hint={t`Их увидят все, кто видит экран.`}
          onChange={({ target }) => onChange({ pushDetails: target.checked })}
        >
          <Trans>Показывать оценки и суммы</Trans>
        </Checkbox>
        <AccountOwnerOnly />
      </div>
    </PhoneFoldedCard>
  )
}

/** Switches the notifications of this browser on and off, or says why it has none. The button stays: it has the focus. */
function ThisBrowser() {
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const [state, send] = useDiagnosedMachine(provideLazily(providePushSubscription))
  const { failure, obstacle } = state.context
  const isOn = state.matches('on') || state.matches('removing')
  const mustCheck = state.matches('unsupported') || state.matches('blocked')
  return (
    <div className="flex flex-col items-start gap-sm">
      <p role="status">
        {state.matches('unsupported') ? (
          <Unsupported obstacle={obstacle} />
        ) : state.matches('blocked') ? (
          <Trans>Уведомления запрещены в браузере. Разрешите их: значок слева от адреса, «Уведомления».</Trans>
        ) : state.matches('asking') ? (
          <Trans>Браузер спрашивает, можно ли присылать уведомления. Разрешите их.</Trans>
        ) : isOn ? (
          <Trans>В этом браузере уведомления включены. Они приходят, даже когда кабинет закрыт.</Trans>
        ) : (
          <Trans>В этом браузере уведомления выключены. Включённые приходят, даже когда кабинет закрыт.</Trans>
        )}
      </p>
      <AccountOwnerButton
        variant={isOn || mustCheck ? 'secondary' : 'primary'}
        busy={state.hasTag('busy')}
        onClick={() => send({ type: isOn ? 'push.disable' : mustCheck ? 'push.check' : 'push.enable' })}
      >
        {isOn ? (
          <Trans>Выключить в этом браузере</Trans>
        ) : mustCheck ? (
          <Trans>Проверить снова</Trans>
        ) : (
          <Trans>Включить в этом браузере</Trans>
        )}
      </AccountOwnerButton>
      {failure && (
        <p role="alert" className="text-sm text-ink-error">
          <FailureText type={failure.type} />
        </p>
      )}
    </div>
  )
}

function Unsupported({ obstacle }: { obstacle: PushObstacle }) {
  if (obstacle === 'install')
    return (
      <Trans>
        На iPhone и iPad уведомления приходят, когда кабинет установлен. Нажмите «Поделиться», затем «На экран „Домой“»,
        откройте кабинет с экрана и включите уведомления здесь.
      </Trans>
    )
  return (
    <Trans>
      Этот браузер не показывает уведомления сайтов. Откройте кабинет не в приватном окне или в другом браузере.
    </Trans>
  )
}

function FailureText({ type }: PushFailure): ReactNode {
  if (type === 'dismissed') return <Trans>Вы закрыли вопрос браузера. Нажмите ещё раз и разрешите уведомления.</Trans>
  if (type === 'push-service')
    return (
      <Trans>
        Служба уведомлений браузера не ответила. Проверьте подключение к интернету и попробуйте ещё раз; в приватном
        окне уведомления не работают.
      </Trans>
    )
  return <ProblemMessage type={type} />
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  return (
    <div className="flex flex-col gap-xs">
      <p className="font-medium">
        <Trans>Куда приходят</Trans>
      </p>
      <ul className="divide-y divide-line-soft">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </div>
  )
}

function DeviceRow({ device }: { device: PushDevice }) {
  const { t } = useLingui()
  const dates = useDates()
  const { mutate, isPending, error } = usePressMutation(
    callMutation('DELETE /v1/profile/push-subscription/{id}', { handlesError: true }),
  )
  const name = [device.browser, device.system].filter(Boolean).join(', ') || t`Неизвестное устройство`
  const day = dates.dayWithYear(dates.dayOf(device.createdAt))
  return (
    <li className="flex flex-wrap items-center gap-x-sm gap-y-xs py-sm first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-xs gap-y-half">
          {name}
          {device.isCurrent && (
            <Badge>
              <Trans>Это устройство</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-ink-muted">
          <Trans>Включены {day}</Trans>
        </p>
        <CallError error={error} />
      </div>
      <AccountOwnerButton
        ref={passFocusUp}
        size="small"
        aria-label={t`Убрать: ${name}`}
        busy={isPending}
        onClick={() => mutate({ params: { id: device.id } })}
      >
        <Trans>Убрать</Trans>
      </AccountOwnerButton>
    </li>
  )
}

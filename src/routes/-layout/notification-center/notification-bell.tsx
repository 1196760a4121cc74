import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { provideNotificationCenter } from '#src/actors/notification-center.actors.ts'
import { unreadNotificationsQuery } from '#src/api/profile.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'

const NotificationCenter = lazyComponent(
  'notification-center',
  () => import('./notification-center.tsx'),
  'NotificationCenter',
)

/** Opens the notifications; shows the number of unread ones. */
export function NotificationBell() {
  const { t } = useLingui()
  const { data: { count } = { count: 0 } } = useQuery(unreadNotificationsQuery())
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const [state, send] = useActor(provideLazily(provideNotificationCenter))
  const isOpen = state.matches('open')
  const unread = t`${plural(count, { one: '# непрочитанное', few: '# непрочитанных', many: '# непрочитанных', other: '# непрочитанного' })}`
  return (
    <span className="relative inline-flex print:hidden">
      <IconButton
        data-notification-bell=""
        icon="bell"
        label={count === 0 ? t`Уведомления` : t`Уведомления, ${unread}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={NotificationCenter.prefetch}
        onFocus={NotificationCenter.prefetch}
        onClick={() => send({ type: isOpen ? 'center.close' : 'center.open' })}
      />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-half right-half min-w-[18px] rounded-full bg-mark-info px-xxs text-center text-xs text-ink-inverse tabular-nums forced-colors:border"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
      {isOpen && <NotificationCenter {...state.context} isMarking={state.hasTag('busy')} send={send} />}
    </span>
  )
}

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unreadNotificationsQuery } from '#src/api/profile.ts'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
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
  const [isOpen, setOpen] = useState(false)
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
        onClick={() => setOpen(!isOpen)}
      />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-half right-half min-w-[18px] rounded-full bg-mark-info px-xxs text-center text-xs text-ink-inverse tabular-nums forced-colors:border"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
      {isOpen && <NotificationCenter onClose={() => setOpen(false)} />}
    </span>
  )
}

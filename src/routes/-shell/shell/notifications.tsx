import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { toastMessages } from '#src/i18n/toast-messages.ts'
import type { Notification } from '#src/machines/notifications.ts'
import { Toasts } from '#src/ui/feedback/toasts.tsx'

/** The notifications of the machine as toasts. */
export function Notifications({ shown }: { shown: readonly Notification[] }) {
  const { t, i18n } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  return (
    <Toasts
      label={t`Уведомления`}
      closeLabel={t`Закрыть уведомление`}
      toasts={shown.map(({ id, kind, tone }) => ({
        id: String(id),
        tone,
        title: i18n._(toastMessages[kind].title),
        description: i18n._(toastMessages[kind].description),
      }))}
      onClose={(id) => notifications.send({ type: 'notification.close', id: Number(id) })}
    />
  )
}

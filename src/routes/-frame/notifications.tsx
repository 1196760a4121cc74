import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { toastWords } from '#src/i18n/toast-words.ts'
import type { Notification } from '#src/machines/notifications.ts'
import { ToastList } from '#src/ui/toast-list.tsx'

/** Notifications in words. */
export function Notifications({ shown }: { shown: readonly Notification[] }) {
  const { t, i18n } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  return (
    <ToastList
      closeLabel={t`Закрыть уведомление`}
      toasts={shown.map(({ id, kind, tone }) => ({
        id: String(id),
        tone,
        title: i18n._(toastWords[kind].title),
        description: i18n._(toastWords[kind].description),
      }))}
      onClose={(id) => notifications.send({ type: 'notification.close', id: Number(id) })}
    />
  )
}

import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { toastWords } from '#src/i18n/toast-words.ts'
import { ToastRegion } from '#src/ui/toast-region.tsx'

/** The notifications on the screen. */
export function Toasts() {
  const { t, i18n } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const shown = useSelector(notifications, ({ context }) => context.shown)
  return (
    <ToastRegion
      label={t`Уведомления`}
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

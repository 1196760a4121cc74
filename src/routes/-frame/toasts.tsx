import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { ToastRegion } from '#src/ui/toast-region.tsx'
import { LateWords } from './late-words.tsx'

/** The notifications on the screen. */
export function Toasts() {
  const { t } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const shown = useSelector(notifications, ({ context }) => context.shown)
  return (
    <ToastRegion
      label={t`Уведомления`}
      closeLabel={t`Закрыть уведомление`}
      toasts={shown.map(({ id, kind, tone }) => ({
        id: String(id),
        tone,
        title: <LateWords choose={({ toastWords }) => toastWords[kind].title} />,
        description: <LateWords choose={({ toastWords }) => toastWords[kind].description} />,
      }))}
      onClose={(id) => notifications.send({ type: 'notification.close', id: Number(id) })}
    />
  )
}

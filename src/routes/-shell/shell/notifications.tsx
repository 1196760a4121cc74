import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { toastMessages } from '#src/i18n/toast-messages.ts'
import type { Notification } from '#src/machines/notifications.ts'
import { useSession } from '#src/routes/-shell/account/use-session.ts'
import { Toasts } from '#src/ui/feedback/toasts.tsx'

/** Kinds that offer to reload the page. */
const reloading: readonly Notification['kind'][] = ['chunkBroken', 'unexpectedError', 'releaseReady']

/** The notifications of the machine as toasts. */
export function Notifications({ shown }: { shown: readonly Notification[] }) {
  const { t, i18n } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const session = useSession()
  const reload = { label: t`Обновить страницу`, onClick: () => session.send({ type: 'page.reload' }) }
  return (
    <Toasts
      label={t`Уведомления`}
      closeLabel={t`Закрыть уведомление`}
      toasts={shown.map(({ id, kind, tone, number }) => ({
        id: String(id),
        tone,
        title: i18n._(toastMessages[kind].title),
        description: [i18n._(toastMessages[kind].description), number && t`Номер: ${number}`].filter(Boolean).join(' '),
        action: reloading.includes(kind) ? reload : undefined,
      }))}
      onClose={(id) => notifications.send({ type: 'notification.close', id: Number(id) })}
    />
  )
}

import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { lookUp } from '#src/i18n/labels.ts'
import { problemMessages } from '#src/i18n/problem-messages.ts'
import { toastMessages } from '#src/i18n/toast-messages.ts'
import type { Notification } from '#src/machines/notifications.ts'
import { useSession } from '#src/routes/-query/use-session.ts'
import { Toasts } from '#src/ui/feedback/toasts.tsx'

/** Kinds that offer to reload the page. */
const reloading: readonly Notification['kind'][] = ['chunkBroken', 'unexpectedError', 'releaseReady']

/** The message for the error type if there is one. */
function descriptionOf(kind: Notification['kind'], failure: Notification['failure']): MessageDescriptor {
  const { description } = toastMessages[kind]
  return failure ? lookUp(problemMessages, failure, description) : description
}

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
      toasts={shown.map(({ id, kind, tone, number, failure }) => ({
        id: String(id),
        tone,
        title: i18n._(toastMessages[kind].title),
        description: [i18n._(descriptionOf(kind, failure)), number && t`Номер: ${number}`].filter(Boolean).join(' '),
        action: reloading.includes(kind) ? reload : undefined,
      }))}
      onClose={(id) => notifications.send({ type: 'notification.close', id: Number(id) })}
    />
  )
}

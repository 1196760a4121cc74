import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { NotificationKind } from '#src/machines/notifications.ts'
import { ToastRegion } from '#src/ui/toast-region.tsx'

/** Title and description of each notification: `errorTitle` and the global `errorDescription` of S4. */
const words: Record<NotificationKind, { title: MessageDescriptor; description: MessageDescriptor }> = {
  endImpersonationFailed: {
    title: msg`Не удалось выйти из-под пользователя`,
    description: msg`Что-то пошло не так. Попробуйте ещё раз или обратитесь в поддержку.`,
  },
  profileSaved: {
    title: msg`Сохранено`,
    description: msg`Новые данные уже в вашем профиле.`,
  },
  passwordSet: {
    title: msg`Пароль задан`,
    description: msg`Теперь вы можете входить и с ним.`,
  },
  passwordChanged: {
    title: msg`Пароль изменён`,
    description: msg`На других устройствах мы вас выпустили: там нужно войти заново.`,
  },
  accountUnlinked: {
    title: msg`Аккаунт отвязан`,
    description: msg`Войти через него больше нельзя.`,
  },
  deviceSignedOut: {
    title: msg`Сеанс завершён`,
    description: msg`На том устройстве нужно будет войти заново.`,
  },
  otherDevicesSignedOut: {
    title: msg`Остались только вы`,
    description: msg`На всех остальных устройствах нужно будет войти заново.`,
  },
}

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
        title: i18n._(words[kind].title),
        description: i18n._(words[kind].description),
      }))}
      onClose={(id) => notifications.send({ type: 'notification.close', id: Number(id) })}
    />
  )
}

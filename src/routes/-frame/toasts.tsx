import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { ToastRegion } from '#src/ui/toast-region.tsx'
import { latePart } from './late-part.tsx'

const Notifications = latePart(
  'notifications',
  () => import('./notifications.tsx').then((module) => module.Notifications),
  () => null,
)

/** The place of the notifications; what stands in it comes with the first of them. */
export function Toasts() {
  const { t } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const shown = useSelector(notifications, ({ context }) => context.shown)
  const errors = shown.filter(({ tone }) => tone === 'error')
  const others = shown.filter(({ tone }) => tone !== 'error')
  return (
    <ToastRegion
      label={t`Уведомления`}
      status={others.length > 0 && <Notifications shown={others} />}
      alert={errors.length > 0 && <Notifications shown={errors} />}
    />
  )
}

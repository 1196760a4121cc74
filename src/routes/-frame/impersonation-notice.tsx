import { Trans, useLingui } from '@lingui/react/macro'
import { ImpersonationBar } from '#src/ui/layouts/impersonation-bar.tsx'
import { useIsLoggedAs } from './only-themselves.tsx'
import { useNow } from './use-moment.ts'
import { useSession, useSessionSelector } from './use-session.ts'

/**
 * Above any layout while an administrator is logged in as another user (S2): who is looked at, by whom, for how long
 * still, and the way out (D-37).
 */
export function ImpersonationNotice() {
  const { t } = useLingui()
  const session = useSession()
  const isLoggedAs = useIsLoggedAs()
  const user = useSessionSelector(({ context }) => context.user)
  const isEnding = useSessionSelector((snapshot) => snapshot.hasTag('busy'))
  if (!isLoggedAs || user === null) return null
  const { firstName, lastName, impersonation } = user
  return (
    <ImpersonationBar
      label={t`Вход под пользователем`}
      viewed={<Trans>Вы смотрите как {`${firstName} ${lastName}`}</Trans>}
      by={impersonation && <Trans>Вошёл администратор: {impersonation.by}</Trans>}
      timeLeft={impersonation && <TimeLeft until={impersonation.until} />}
      action={t`Выйти из-под пользователя`}
      busy={isEnding}
      onEnd={() => session.send({ type: 'impersonation.end' })}
    />
  )
}

function TimeLeft({ until }: { until: string }) {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - useNow(1000)) / 1000))
  if (seconds === 0) return <Trans>Время вышло</Trans>
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <Trans>Осталось {clock}</Trans>
}

import { Trans, useLingui } from '@lingui/react/macro'
import { displayName } from '#contract/people/names.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useSession, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { ImpersonationBar } from '#src/ui/layout/impersonation-bar.tsx'

/** Bar above every layout during an impersonation (S2): user, administrator, time left, end button. */
export function ImpersonationNotice() {
  const { t, i18n } = useLingui()
  const session = useSession()
  const isImpersonating = useIsImpersonating()
  const user = useSessionSelector(({ context }) => context.user)
  const group = useSessionSelector(({ context }) => context.roleGroup)
  const isEnding = useSessionSelector((snapshot) => snapshot.hasTag('busy'))
  if (!isImpersonating || user === null) return null
  const { impersonation } = user
  const name = displayName(user)
  return (
    <ImpersonationBar
      label={t`Вход под пользователем`}
      viewedUser={
        group === null ? (
          <Trans>Вы смотрите как {name}</Trans>
        ) : (
          <Trans>
            Вы смотрите как {name}, {i18n._(roleGroupLabels[group]).toLocaleLowerCase(i18n.locale)}
          </Trans>
        )
      }
      administrator={impersonation && <Trans>Вошёл администратор: {impersonation.by}</Trans>}
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

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Profile } from '#contract/profile.ts'
import { configQuery } from '#src/api/system.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { useNow } from '#src/routes/-shell/shell/use-now.ts'
import { Card } from '#src/ui/layout/card.tsx'

const route = getRouteApi('__root__')

/** Last confirmation by code in this session, and until when it is valid (D-26). */
export function TwoFactorCard({ user: { twoFactorLastCheck, email, phone } }: { user: Profile }) {
  const { t } = useLingui()
  const confirmation = route.useRouteContext({ select: (context) => context.reauthentication })
  const hasFactor = Boolean(phone || email)
  return (
    <Card level={3} title={t`Подтверждение кодом`}>
      <div className="flex flex-col items-start gap-base">
        <p>
          {!hasFactor ? (
            <Trans>
              Перед важными действиями мы спрашиваем код, но отправить его вам некуда: в профиле нет ни телефона, ни
              почты. Обратитесь в школу.
            </Trans>
          ) : phone ? (
            <Trans>Перед важными действиями мы спрашиваем код из СМС: так их не сделает никто другой.</Trans>
          ) : (
            <Trans>Перед важными действиями мы спрашиваем код из письма: так их не сделает никто другой.</Trans>
          )}
        </p>
        {hasFactor && (
          <>
            <p className="text-ink-muted">
              {twoFactorLastCheck === null ? (
                <Trans>На этом устройстве после входа вы ещё ничего не подтверждали.</Trans>
              ) : (
                <LastCheck at={twoFactorLastCheck} />
              )}
            </p>
            <AccountOwnerButton onClick={() => void confirmation.ask()}>
              <Trans>Подтвердить сейчас</Trans>
            </AccountOwnerButton>
          </>
        )}
        <AccountOwnerOnly />
      </div>
    </Card>
  )
}

function LastCheck({ at }: { at: string }) {
  const dates = useDates()
  const now = useNow()
  const { data: freshSeconds = 0 } = useQuery({ ...configQuery(), select: (config) => config.TWO_FACTOR.FRESH_SECONDS })
  const last = { day: dates.dayWithYear(dates.dayOf(at)), time: dates.time(at) }
  const freshUntil = Date.parse(at) + freshSeconds * 1000
  const until = dates.time(new Date(freshUntil).toISOString())
  return (
    <>
      <Trans>
        На этом устройстве последний раз {last.day} в {last.time}
      </Trans>
      {freshUntil > now && (
        <>
          {'. '}
          <Trans>До {until} код не понадобится.</Trans>
        </>
      )}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatLocale } from '#contract/enumerations.ts'
import type { Profile } from '#contract/people/profile.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { signInNamesQuery } from '#src/api/profile.ts'
import { configQuery } from '#src/api/system.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

const PasswordDialog = lazyComponent('password-dialog', () => import('./password-dialog.tsx'), 'PasswordDialog')

/** State of the password, the names it works with, and the button to set or change it. */
export function PasswordCard({ user, screen }: { user: Profile; screen: 'profile' | 'admin' }) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch(screen)
  const isImpersonating = useIsImpersonating()
  return (
    <Card title={t`Пароль`}>
      <div className="flex flex-col items-start gap-base">
        <p>
          {user.hasPassword ? (
            <Trans>
              Пароль задан. Если его мог узнать кто-то ещё, смените его: на других устройствах придётся войти заново.
            </Trans>
          ) : (
            <Trans>Пароль не задан. С ним вы войдёте и тогда, когда привязанный аккаунт недоступен.</Trans>
          )}
        </p>
        <div className="w-full">
          <SignInNames user={user} />
        </div>
        <AccountOwnerButton opens={PasswordDialog} onClick={() => open({ dialog: 'password' })}>
          {user.hasPassword ? <Trans>Сменить пароль</Trans> : <Trans>Задать пароль</Trans>}
        </AccountOwnerButton>
        <AccountOwnerOnly />
      </div>
      {search.dialog === 'password' && !isImpersonating && (
        <PasswordDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
    </Card>
  )
}

type Names = { kind: 'email' | 'phone' | 'login'; value: string }[]

/** Names to sign in with a password, with hints how to add an email or phone. */
function SignInNames({ user }: { user: Profile }) {
  const result = useQuery(optionalQuery(signInNamesQuery()))
  return (
    <QueryState
      result={result}
      skeleton={<SignInNamesSkeleton />}
      isEmpty={({ names }) => names === null || names.length === 0}
      empty={
        <p className="text-ink-muted">
          <Trans>Имя для входа хранит сервис входа: оно прежнее.</Trans>
        </p>
      }
    >
      {({ names }) => <KnownNames user={user} names={names ?? []} />}
    </QueryState>
  )
}

function SignInNamesSkeleton() {
  const line = <SkeletonLine width="half" />
  return (
    <div className="flex flex-col gap-sm">
      <SkeletonLine width="long" />
      <DescriptionList entries={['email', 'phone', 'login'].map((key) => ({ key, term: line, value: line }))} />
    </div>
  )
}

function KnownNames({ user: { phone }, names }: { user: Profile; names: Names }) {
  const { t, i18n } = useLingui()
  const isLoginAlone = names.every(({ kind }) => kind === 'login')
  const isUnconfirmed = phone !== null && !names.some(({ kind }) => kind === 'phone')
  const terms = { email: t`Электронная почта`, phone: t`Телефон`, login: t`Логин` }
  const byTerms = { email: t`почте`, phone: t`телефону`, login: t`логину` }
  const anyOf = new Intl.ListFormat(formatLocale(i18n.locale), { type: 'disjunction' }).format(
    names.map(({ kind }) => byTerms[kind]),
  )
  return (
    <div className="flex flex-col gap-sm">
      <p>
        {isLoginAlone ? <Trans>Войти можно по логину. Запишите его:</Trans> : <Trans>Войти можно по {anyOf}:</Trans>}
      </p>
      <DescriptionList
        entries={names.map(({ kind, value }) => ({
          key: kind,
          term: terms[kind],
          value: <span className="font-medium break-words">{kind === 'phone' ? formatPhone(value) : value}</span>,
        }))}
      />
      {isUnconfirmed && <UnconfirmedPhone phone={formatPhone(phone)} />}
      {isLoginAlone && !isUnconfirmed && <AddContactHint />}
    </div>
  )
}

function UnconfirmedPhone({ phone }: { phone: string }) {
  return (
    <p className="text-sm text-ink-muted">
      <Trans>
        По номеру <span className="whitespace-nowrap">{phone}</span> можно будет входить, когда вы подтвердите его
        кодом: нажмите «Подтвердить, что это я» в карточке «Подтверждение кодом».
      </Trans>
    </p>
  )
}

function AddContactHint() {
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  return (
    <p className="text-sm text-ink-muted">
      {isParent ? (
        <Trans>
          Чтобы входить по почте или телефону, добавьте их в <ScreenLink to="/profile">контакты профиля</ScreenLink>.
        </Trans>
      ) : (
        <Trans>Чтобы входить по почте или телефону, попросите школу добавить их в ваш кабинет.</Trans>
      )}
    </p>
  )
}

const route = getRouteApi('__root__')

/** Last confirmation by code in this session, and until when it is valid. */
export function TwoFactorCard({ user: { twoFactorLastCheck, email, phone } }: { user: Profile }) {
  const { t } = useLingui()
  const confirmation = route.useRouteContext({ select: (context) => context.reauthentication })
  const hasFactor = Boolean(phone || email)
  return (
    <Card title={t`Подтверждение кодом`}>
      <div className="flex flex-col items-start gap-base">
        <p>
          {!hasFactor ? (
            <Trans>
              Перед важными действиями мы спрашиваем код, но отправить его вам некуда: в профиле нет ни телефона, ни
              почты. Обратитесь в школу.
            </Trans>
          ) : phone ? (
            <Trans>Перед важными действиями мы спрашиваем код из СМС: так их не выполнит никто, кроме вас.</Trans>
          ) : (
            <Trans>Перед важными действиями мы спрашиваем код из письма: так их не выполнит никто, кроме вас.</Trans>
          )}
        </p>
        {hasFactor && (
          <>
            <p className="text-ink-muted">
              {twoFactorLastCheck === null ? (
                <Trans>Код понадобится при первом важном действии. Можно ввести его заранее.</Trans>
              ) : (
                <LastCheck at={twoFactorLastCheck} />
              )}
            </p>
            <AccountOwnerButton onClick={() => void confirmation.ask()}>
              <Trans>Подтвердить, что это я</Trans>
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

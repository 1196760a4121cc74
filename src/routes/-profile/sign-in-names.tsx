import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Profile } from '#contract/profile.ts'
import { signInNamesQuery } from '#src/api/profile.ts'
import { readablePhone } from '#src/i18n/person-words.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'

type Names = { kind: 'email' | 'phone' | 'login'; value: string }[]

/** With what one signs in by password; where that is a login alone, how to come by a name that nobody forgets. */
export function SignInNames({ user }: { user: Profile }) {
  const result = useQuery({ ...signInNamesQuery(), meta: { optional: true } })
  return (
    <Faces
      result={result}
      skeleton={<Outline />}
      isEmpty={({ names }) => names === null || names.length === 0}
      empty={
        <p className="text-ink-muted">
          <Trans>Под каким именем входить, знает сервис входа: под тем же, что и сейчас.</Trans>
        </p>
      }
    >
      {({ names }) => <KnownNames user={user} names={names ?? []} />}
    </Faces>
  )
}

/** As high as what follows usually is: nothing below it moves. */
function Outline() {
  const line = <SkeletonLine width="half" />
  return (
    <div className="flex flex-col gap-sm">
      <SkeletonLine width="long" />
      <DescriptionList entries={['email', 'phone', 'login'].map((key) => ({ key, term: line, value: line }))} />
    </div>
  )
}

function KnownNames({ user: { phone }, names }: { user: Profile; names: Names }) {
  const { t } = useLingui()
  const isLoginAlone = names.every(({ kind }) => kind === 'login')
  const isUnconfirmed = phone !== null && !names.some(({ kind }) => kind === 'phone')
  const terms = { email: t`Почта`, phone: t`Телефон`, login: t`Логин` }
  return (
    <div className="flex flex-col gap-sm">
      <p>
        {isLoginAlone ? (
          <Trans>С паролем входят по логину. Запишите его:</Trans>
        ) : (
          <Trans>С паролем входят по любому из этих имён:</Trans>
        )}
      </p>
      <DescriptionList
        entries={names.map(({ kind, value }) => ({
          key: kind,
          term: terms[kind],
          value: <span className="font-medium break-words">{kind === 'phone' ? readablePhone(value) : value}</span>,
        }))}
      />
      {isUnconfirmed && <Unconfirmed phone={readablePhone(phone)} />}
      {isLoginAlone && !isUnconfirmed && <HowToAddOne />}
    </div>
  )
}

function Unconfirmed({ phone }: { phone: string }) {
  return (
    <p className="text-sm text-ink-muted">
      <Trans>
        По номеру <span className="whitespace-nowrap">{phone}</span> можно будет входить, когда вы подтвердите его
        кодом: нажмите «Подтвердить сейчас» в карточке «Подтверждение кодом».
      </Trans>
    </p>
  )
}

function HowToAddOne() {
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  return (
    <p className="text-sm text-ink-muted">
      {isParent ? (
        <Trans>Чтобы входить по почте или телефону, добавьте их в карточке «Контакты».</Trans>
      ) : (
        <Trans>Чтобы входить по почте или телефону, попросите школу добавить их в ваш кабинет.</Trans>
      )}
    </p>
  )
}

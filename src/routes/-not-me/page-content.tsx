import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { RevertedChange, SecurityRevert } from '#src/api/security-revert.ts'
import { useProviderAppearance } from '#src/routes/-flow/account/provider-appearance.ts'
import { useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'

/** Paragraphs and actions of the page. */
export function PageContent({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-col gap-lg">
      <div className="flex max-w-text flex-col gap-base">{children}</div>
      <div className="flex flex-wrap gap-xs">{actions}</div>
    </div>
  )
}

/** Contacts of the support, from the configuration. */
export function SupportContact() {
  const { email, phone } = useSupportContacts()
  if (email) return <Trans>Не получается войти — напишите нам: {email}.</Trans>
  if (phone) return <Trans>Не получается войти — позвоните нам: {phone}.</Trans>
  return <Trans>Не получается войти — обратитесь в школу.</Trans>
}

type Change = SecurityRevert['change']

/** Text of a change of the account. */
export function ChangeText({ change: { kind, subject } }: { change: Change }): ReactNode {
  const { name } = useProviderAppearance()(subject ?? '')
  const said: Record<Change['kind'], ReactNode> = {
    'account-linked': <Trans>К кабинету привязан аккаунт {name}</Trans>,
    'account-unlinked': <Trans>От кабинета отвязан аккаунт {name}</Trans>,
    'password-set': <Trans>Задан пароль</Trans>,
    'password-changed': <Trans>Изменён пароль</Trans>,
    'email-changed': <Trans>Почта изменена на {subject}</Trans>,
    'phone-changed': <Trans>Телефон изменён на {subject}</Trans>,
    'phone-confirmed': <Trans>Телефон {subject} подтверждён для входа</Trans>,
    'new-device': subject ? (
      <Trans>Вход с нового устройства: {subject}</Trans>
    ) : (
      <Trans>Вход с нового устройства</Trans>
    ),
  }
  return said[kind]
}

/** Text of a reverted change. */
export function RevertedText({ change: { kind, subject, isLost } }: { change: RevertedChange }): ReactNode {
  const { name } = useProviderAppearance()(subject ?? '')
  const said: Record<Change['kind'], ReactNode> = {
    'account-linked': <Trans>Аккаунт {name} отвязан: через него больше не войти</Trans>,
    'account-unlinked': isLost ? (
      <Trans>Аккаунт {name} вернуть не удалось: его уже привязали к другому кабинету</Trans>
    ) : (
      <Trans>Аккаунт {name} снова привязан</Trans>
    ),
    'password-set': <Trans>Заданный пароль больше не действует</Trans>,
    'password-changed': <Trans>Пароль больше не действует: ни новый, ни прежний</Trans>,
    'email-changed': <Trans>Почта {subject} убрана, прежняя возвращена</Trans>,
    'phone-changed': <Trans>Телефон {subject} убран, прежний возвращён</Trans>,
    'phone-confirmed': <Trans>По телефону {subject} больше не войти</Trans>,
    'new-device': subject ? <Trans>Устройство забыто: {subject}</Trans> : <Trans>Новое устройство забыто</Trans>,
  }
  return said[kind]
}

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { NotMe, UndoneChange } from '#src/api/not-me.ts'
import { providerLook } from '#src/routes/-frame/provider-look.ts'

type Change = NotMe['change']

/** What happened to the account. */
export function ChangeWords({ change: { kind, about } }: { change: Change }): ReactNode {
  const { name } = providerLook(about ?? '')
  const said: Record<Change['kind'], ReactNode> = {
    'account-linked': <Trans>К кабинету привязан аккаунт {name}</Trans>,
    'account-unlinked': <Trans>От кабинета отвязан аккаунт {name}</Trans>,
    'password-set': <Trans>Задан пароль</Trans>,
    'password-changed': <Trans>Изменён пароль</Trans>,
    'email-changed': <Trans>Почта изменена на {about}</Trans>,
    'phone-changed': <Trans>Телефон изменён на {about}</Trans>,
    'phone-confirmed': <Trans>Телефон {about} подтверждён для входа</Trans>,
    'new-device': about ? <Trans>Вход с нового устройства: {about}</Trans> : <Trans>Вход с нового устройства</Trans>,
  }
  return said[kind]
}

/** What was done about it. */
export function UndoneWords({ change: { kind, about, isLost } }: { change: UndoneChange }): ReactNode {
  const { name } = providerLook(about ?? '')
  const said: Record<Change['kind'], ReactNode> = {
    'account-linked': <Trans>Аккаунт {name} отвязан: через него больше не войти</Trans>,
    'account-unlinked': isLost ? (
      <Trans>Аккаунт {name} вернуть не удалось: его уже привязали к другому кабинету</Trans>
    ) : (
      <Trans>Аккаунт {name} снова привязан</Trans>
    ),
    'password-set': <Trans>Заданный пароль больше не действует</Trans>,
    'password-changed': <Trans>Пароль больше не действует: ни новый, ни прежний</Trans>,
    'email-changed': <Trans>Почта {about} убрана, прежняя возвращена</Trans>,
    'phone-changed': <Trans>Телефон {about} убран, прежний возвращён</Trans>,
    'phone-confirmed': <Trans>По телефону {about} больше не войти</Trans>,
    'new-device': about ? <Trans>Устройство забыто: {about}</Trans> : <Trans>Новое устройство забыто</Trans>,
  }
  return said[kind]
}

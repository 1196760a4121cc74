import { msg } from '@lingui/core/macro'

/** Toast messages of account changes. A module of its own, so that they are part of the profile chunk. */
export const accountToastMessages = {
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

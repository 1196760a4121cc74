import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { inRussian, shellPage } from './shell-page.ts'

/** The texts of a dialog that sends a code. */
export const twoFactorTexts = {
  opener: 'Подтвердить, что это я',
  title: 'Подтвердите, что это вы',
  sending: 'Отправляем код…',
  whereSent: '6 цифр из СМС на номер ',
  /** Another tab has requested the code, so this tab does not know where it was sent. */
  sentElsewhere: 'оно уже отправлено',
  /** On the profile; the date follows. */
  lastTime: 'На этом устройстве последний раз ',
}

/** The same for a new contact; `shown` follows `whereSent`. */
export const contactTexts = {
  email: {
    opener: 'Добавить электронную почту',
    openerAfterwards: 'Изменить электронную почту',
    title: 'Смена электронной почты',
    label: 'Новая электронная почта',
    edit: 'Изменить адрес',
    whereSent: '6 цифр из письма на адрес ',
  },
  phone: {
    opener: 'Изменить телефон',
    openerAfterwards: 'Изменить телефон',
    title: 'Смена номера телефона',
    label: 'Новый номер телефона',
    edit: 'Изменить номер',
    whereSent: '6 цифр из СМС на номер ',
  },
}
export type Channel = keyof typeof contactTexts

/** The same for the contact of another own account. */
export const joinTexts = {
  opener: 'У меня есть ещё одна учётная запись',
  title: 'Объединить учётные записи',
  label: 'Телефон или почта второй учётной записи',
  edit: 'Изменить номер',
  editAfterProof: 'Указать другую',
  whereSent: '6 цифр из СМС на номер ',
}

export const codeLabel = 'Код подтверждения'
export const confirmLabel = 'Подтвердить'
export const sendLabel = 'Отправить код'

/** A dialog that sends a code and asks for it. */
export function codePage(page: PageQueries, t = inRussian) {
  return {
    /** The dialog of the two-factor check, over the page whose call requires it. */
    question: page.getByRole('dialog', { name: t(twoFactorTexts.title) }),
    field: page.getByLabel(t(codeLabel)),
    confirm: page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^(${t(confirmLabel)}|${t('Подписать')})$`) }),
    resend: button(page, t('Отправить новый код')),
    pause: page.getByText('Новый код можно запросить через'),
    /** After a code could not be sent. */
    sendAgain: button(page, t('Отправить код ещё раз')),
    cancel: page.getByRole('button', { name: /^(Отменить|Понятно|Готово)$/ }),
    discard: shellPage(page, t).discard,
    /** Of a new contact. */
    send: button(page, t(sendLabel)),
    join: button(page, t('Объединить')),
    save: page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^(${t('Сохранить')}|${t('Сохранить ещё раз')})$`) }),
  }
}

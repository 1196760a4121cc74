import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { inRussian } from './shell-page.ts'

export const signingTexts = {
  opener: 'Подписать',
  title: /^Подписание договора/,
  waits: 'Договор ждёт вашей подписи',
  sending: 'Отправляем код…',
  whereSent: '6 цифр из СМС на номер ',
  sentElsewhere: 'оно уже отправлено',
  signed: 'Вы подписали договор',
}

/** The dialog in which a customer signs a contract. */
export function signingPage(page: PageQueries, t = inRussian) {
  return {
    dialog: page.getByRole('dialog', { name: signingTexts.title }),
    open: button(page, t(signingTexts.opener)),
    read: page.getByRole('dialog').getByRole('button', { name: /^Прочитано, / }),
    /** What it leads to depends on whether the agreement was accepted before. */
    confirm: (isAgreed: boolean) => button(page, isAgreed ? 'Прочитано, получить код' : 'Прочитано, дальше'),
    accept: button(page, t('Принять и получить код')),
    reread: button(page, t('Назад к договору')),
  }
}

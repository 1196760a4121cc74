import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { inRussian } from './shell-page.ts'

export const terminationTexts = {
  title: /^Расторгнуть «/,
  lastDay: 'Последний день занятий',
  changed: 'Пока вы читали, суммы изменились',
  wrongFields: 'Проверьте заполненные поля',
  asked: 'Договор расторгается',
}

/** The dialog in which a customer terminates a contract. */
export function terminationPage(page: PageQueries, t = inRussian) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    open: button(page, t('Расторгнуть')),
    next: button(page, t('Дальше')),
    back: button(page, t('Назад')),
    confirm: button(page, t('Расторгнуть договор')),
    done: button(page, t('Готово')),
    withdraw: button(page, t('Отозвать расторжение')),
    lastDay: dialog.getByLabel(t(terminationTexts.lastDay)),
    giveBack: dialog.getByRole('radio', { name: t('Вернуть деньги') }),
    move: dialog.getByRole('radio', { name: /26-М-0022/ }),
    recipient: dialog.getByLabel(t('Владелец счёта')),
    account: dialog.getByLabel(t('Номер счёта')),
    bankCode: dialog.getByLabel(t('БИК банка')),
  }
}

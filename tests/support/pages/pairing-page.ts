import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'

export const pairingTexts = {
  opener: 'Добавить ребёнка по коду',
  title: 'Код от школы или родителя',
  label: 'Код, который вам дали',
  used: 'Этот код уже использован',
  paired: 'Готово',
}

/** The dialog that uses a pairing code. */
export function pairingPage(page: PageQueries) {
  const dialog = page.getByRole('dialog', { name: pairingTexts.title })
  return {
    dialog,
    field: dialog.getByLabel(pairingTexts.label, { exact: true }),
    look: button(page, 'Продолжить'),
    edit: button(page, 'Ввести другой код'),
    confirm: dialog.getByRole('button', { name: /^(Добавить ребёнка|Это мой кабинет)$/ }),
    cancel: dialog.getByRole('button', { name: /^(Отменить|Понятно)$/ }),
  }
}

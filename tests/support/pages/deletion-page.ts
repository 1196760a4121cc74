import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'

export const deletionTexts = {
  opener: 'Попросить удалить',
  title: 'Удаление персональных данных',
  sent: 'Запрос отправлен',
  withdrawn: 'Запрос отозван',
  kept: 'Оставим по закону',
}

/** The dialog in which a person asks for a deletion. */
export function deletionPage(page: PageQueries) {
  const dialog = page.getByRole('dialog', { name: deletionTexts.title })
  return {
    dialog,
    open: button(page, deletionTexts.opener),
    own: button(page, 'Мои данные'),
    child: button(page, 'Белов Артём'),
    back: button(page, 'Назад'),
    confirm: button(page, 'Отправить запрос на удаление'),
    withdraw: button(page, 'Отозвать запрос'),
  }
}

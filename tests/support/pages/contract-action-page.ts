import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { inRussian } from './shell-page.ts'

export const actionTexts = {
  queue: '/adm-panel?tab=queues&queue=overdue',
  done: 'Сделано:',
  nothingDone: 'Ничего не сделано',
  stays: 'Что останется как есть',
  wrong: 'Проверьте заполненные поля',
}

/** The queue of overdue payments, and the dialog of an action of the staff. */
export function contractActionPage(page: PageQueries, t = inRussian) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    selectAll: button(page, t('Выбрать все')),
    menu: page.getByRole('button', { name: t('С выбранными') }),
    move: page.getByRole('menuitem', { name: t('Перенести срок') }),
    day: dialog.getByLabel(t('Новый срок')),
    next: button(page, t('Показать, что изменится')),
    back: button(page, t('Назад')),
    reason: dialog.getByLabel(t('Причина')),
    confirm: dialog.getByRole('button', { name: t('Перенести срок') }),
    goOn: button(page, t('Продолжить')),
    finish: button(page, t('Готово')),
  }
}

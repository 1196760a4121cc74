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
    open: page.getByRole('button', { name: t('Действие с выбранными') }),
    action: dialog.getByLabel(t('Что сделать')),
    day: dialog.getByLabel(t('Новый срок')),
    next: button(page, t('Что изменится')),
    back: button(page, t('Назад')),
    reason: dialog.getByLabel(t('Причина')),
    confirm: button(page, t('Выполнить')),
    goOn: button(page, t('Продолжить')),
    finish: button(page, t('Готово')),
  }
}

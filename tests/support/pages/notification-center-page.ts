import type { PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { inRussian } from './shell-page.ts'

/** The bell of the header and the dialog that it opens. */
export function notificationCenterPage(page: PageQueries, t = inRussian) {
  const dialog = page.getByRole('dialog', { name: t('Уведомления') })
  return {
    bell: page.getByRole('button', { name: new RegExp(`^${t('Уведомления')}`) }),
    dialog,
    alert: dialog.getByRole('alert'),
    close: dialog.getByRole('button', { name: t('Закрыть') }),
    filter: dialog.getByRole('combobox', { name: t('Какие уведомления показать') }),
    readAll: dialog.getByRole('button', { name: t('Отметить все прочитанными'), exact: true }),
    entry: (title: string | RegExp) => dialog.getByRole('link', { name: title }),
  }
}

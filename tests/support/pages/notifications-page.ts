import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { toast } from '#tests/support/browser/toasts.ts'

/** The toasts of any page. */
export const notificationsPage = (page: PageQueries) => ({
  failedEnd: toast(page, 'Не удалось выйти из-под пользователя'),
  close: button(page, 'Закрыть уведомление'),
})

import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { sessionFailures } from './session-page.ts'

/** The toasts of any page. */
export const notificationsPage = (page: PageQueries) => ({
  failedEnd: toast(page, sessionFailures.endImpersonation),
  close: button(page, 'Закрыть уведомление'),
})
